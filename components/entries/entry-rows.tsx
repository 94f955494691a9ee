'use client';

import { useTranslations } from 'use-intl';
import { adoptionHref } from '@/components/admin/adoptions/adoption-link';
import { SecondStep } from '@/components/admin/adoptions/second-step';
import { DataTable, type Columns } from '@/components/platform/ui/data-table';
import { Link } from '@/components/platform/ui/link';
import { StatusTag } from '@/components/platform/ui/status-tag';
import type { ShownEntry } from '@/lib/entries/schema';
import { unpackRows, type PackedRows } from '@/lib/platform/packed-rows';
import { DecideEntry } from './act-on-entry';
import { ScanButton } from '@/components/admin/reservations/scan-button';

const TAGS = {
  waiting: ['Hourglass', 'warn'],
  confirmed: ['CircleCheck', 'ok'],
  refused: ['Ban', 'muted'],
} as const;

/** An entry as its row shows it. */
export type EntryRow = Pick<
  ShownEntry,
  'id' | 'version' | 'state' | 'reference' | 'paperReference' | 'note' | 'needsOther' | 'scanId'
> & {
  company: string;
  email: string;
  /** Who sent it, with everything about the person that the paper says. */
  contact: string[];
  /** Each with its present price, if that is another one. */
  lines: (readonly string[])[];
  seats: number;
  amount: string;
  /** That the seats are no longer kept; null as long as they are. */
  over: string | null;
  /** What happened, in sentences. */
  history: string[];
};

type EntryRowsProps = { labelledBy: string; rows: PackedRows<EntryRow>; canEdit: boolean };

/** The table of entries. A client component, so that the page carries its rows as data and not as elements. */
export function EntryRows({ labelledBy, rows, canEdit }: EntryRowsProps) {
  const t = useTranslations('entries');
  const columns: Columns<EntryRow> = [
    {
      title: t('column.company'),
      as: 'name',
      cell: ({ company, state, reference }) => (
        <>
          {company}
          <StatusTag icon={TAGS[state][0]} tone={TAGS[state][1]} small>
            {t(`state.${state}`)}
          </StatusTag>
          {reference !== null && <Link href={adoptionHref(reference)}>{reference}</Link>}
        </>
      ),
    },
    {
      title: t('column.paper'),
      as: 'name',
      cell: ({ paperReference, note, scanId, company }) => (
        <>
          {paperReference}
          {note && <small>{note}</small>}
          {scanId !== null && canEdit && <ScanButton id={scanId} about={company} />}
        </>
      ),
    },
    { title: t('column.contact'), as: 'name', className: 'lines', cell: ({ contact }) => contact.join('\n') },
    {
      title: t('column.lines'),
      as: 'long',
      cell: ({ lines, seats, amount, over }) => (
        <>
          <ul>
            {lines.map(([line, now]) => (
              <li key={line}>
                {line}
                {now !== undefined && <strong className="text-error">{` (${now})`}</strong>}
              </li>
            ))}
          </ul>
          <b>{t('total', { seats, amount })}</b>
          {over !== null && <p className="text-warn">{over}</p>}
        </>
      ),
    },
    { title: t('column.entered'), as: 'name', className: 'lines', cell: ({ history }) => history.join('\n') },
    {
      title: t('column.actions'),
      as: 'actions',
      cell: (row) => row.state === 'waiting' && canEdit && <Actions entry={row} />,
    },
  ];
  return <DataTable labelledBy={labelledBy} rows={unpackRows(rows)} rowKey={({ id }) => id} columns={columns} />;
}

function Actions({ entry }: { entry: EntryRow }) {
  const t = useTranslations('entries');
  const { id, company, email, seats, amount, needsOther } = entry;
  return (
    <SecondStep isOwn={needsOther} id={id} text={t('own')}>
      <DecideEntry
        action="confirm"
        entry={entry}
        text={t('confirm.text', { seats, amount, email })}
        refusedBy={needsOther ? `own-${id}` : undefined}
      />
      <DecideEntry action="refuse" entry={entry} text={t('refuse.text')} />
      <Link href={`/admin/entries/new?correct=${id}`} aria-label={t('correct.of', { company })}>
        {t('correct.button')}
      </Link>
    </SecondStep>
  );
}
