import { formatDateTime } from '@/lib/platform/dates';
import { getTranslator } from '@/lib/platform/i18n/server';
import { formatINR } from '@/lib/platform/money';
import { packRows } from '@/lib/platform/packed-rows';
import type { ShownEntry } from '@/lib/entries/schema';
import { EntryRows, type EntryRow } from './entry-rows';

const t = getTranslator('en', 'entries');

type EntryTableProps = {
  labelledBy: string;
  entries: readonly ShownEntry[];
  /** Whether the viewer may confirm, refuse and correct entries. */
  canEdit: boolean;
};

/** Entries with everything that the second administrator compares with the paper. */
export function EntryTable({ labelledBy, entries, canEdit }: EntryTableProps) {
  return <EntryRows labelledBy={labelledBy} rows={packRows(entries.map(rowOf))} canEdit={canEdit} />;
}

const who = (name: string) => name || t('gone');

function rowOf(entry: ShownEntry): EntryRow {
  const { id, version, state, sponsor, locale, paperReference, note, scanId, lines, totalPaise, keptUntil, isOver } =
    entry;
  const { enteredBy, enteredAt, decidedBy, decidedAt, answer, reference, needsOther } = entry;
  const { company, fullName, designation, industry, email, phone } = sponsor;
  return {
    id,
    version,
    state,
    company,
    reference,
    paperReference,
    note,
    scanId,
    email,
    needsOther,
    contact: [
      fullName,
      designation,
      industry,
      email,
      phone,
      t('mails', { language: t(locale) }),
      ...Object.values(entry.details),
    ].filter(Boolean),
    lines: lines.map(({ course, session, studyYear: year, seats, pricePaise, nowPaise }) => [
      t('line', { seats, course, session, year, price: formatINR(pricePaise) }),
      ...(state === 'waiting' && nowPaise !== pricePaise ? [t('now', { price: formatINR(nowPaise) })] : []),
    ]),
    seats: lines.reduce((sum, line) => sum + line.seats, 0),
    amount: formatINR(totalPaise),
    over: isOver ? t('over', { until: formatDateTime(keptUntil!) }) : null,
    history: [
      t('entered', { who: who(enteredBy), at: formatDateTime(enteredAt) }),
      ...(keptUntil !== null && !isOver ? [t('kept', { until: formatDateTime(keptUntil) })] : []),
      ...(decidedAt === null
        ? []
        : [t('decided', { state, who: who(decidedBy), at: formatDateTime(decidedAt), reason: answer })]),
    ],
  };
}
