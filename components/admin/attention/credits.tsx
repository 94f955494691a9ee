import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { AdoptionLink, NEW_TAB } from '@/components/admin/adoptions/adoption-link';
import { LongTable } from '@/components/admin/long-table';
import { AdminSection } from '@/components/admin/section';
import { Button } from '@/components/platform/ui/button';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { SelectField } from '@/components/platform/ui/select-field';
import { missingPaise, type Proposal, type Proposals, type ReceiptAdoption } from '@/lib/admin/receipts/schema';
import { formatINR } from '@/lib/platform/money';
import { useLineColumns } from './line-columns';
import { LineNote } from './line-note';
import type { Recorded } from './receipt-form';
import { fileInReason, proposedOf, valuesOfLine } from './receipt-values';
import { agreeingLines, RecordAll, type LineOutcome } from './record-all';
import { RecordReceipt } from './record-receipt';

const FILTERS = ['all', 'proposed', 'open', 'known', 'gateway', 'own'] as const;
type Filter = (typeof FILTERS)[number];

const filterOf = ({ state, adoptions, by }: Proposal): Filter => {
  if (state === 'gateway') return 'gateway';
  if (state === 'returned' || state === 'taken_back' || state === 'interest' || state === 'other_account') return 'own';
  if (state === 'recorded' || state === 'differs') return 'known';
  return adoptions.length > 0 && by !== 'orders' ? 'proposed' : 'open';
};

/** The credits of a statement; each is recorded by a person, for the proposed adoption, another one or none. */
export function Credits({ name, proposals }: { name: string; proposals: Proposals }) {
  const t = useTranslations('attention.statement');
  const [lines, setLines] = useState(proposals.lines);
  const [done, setDone] = useState<ReadonlySet<number>>(new Set());
  /** Why lines were refused that were recorded with others. */
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map());
  const [filter, setFilter] = useState<Filter>('all');
  const wrong = new Set(proposals.balance?.wrong.map(({ line }) => line));
  const count = (kind: Filter) =>
    lines.filter((line) => (done.has(line.line) ? 'known' : filterOf(line)) === kind).length;

  const columns = useLineColumns(proposals.balance, ({ line, bankReference }) =>
    bankReference === null
      ? undefined
      : lines.find((other) => other.bankReference === bankReference && other.line !== line),
  );

  // Other lines may be for the same adoptions, which have another version and balance now.
  const finish = (recorded: ReadonlyMap<number, readonly ReceiptAdoption[]>) => {
    setDone(new Set([...done, ...recorded.keys()]));
    const changed = new Map([...recorded.values()].flat().map((adoption) => [adoption.reference, adoption]));
    setLines(
      lines.map((each) => ({
        ...each,
        adoptions:
          recorded.get(each.line)?.slice() ??
          each.adoptions.map((adoption) => changed.get(adoption.reference) ?? adoption),
      })),
    );
  };
  const finishAll = (outcomes: readonly LineOutcome[]) => {
    setRefused(new Map(outcomes.flatMap(({ line, problem }) => (problem === null ? [] : [[line.line, problem]]))));
    finish(
      new Map(
        outcomes.flatMap(({ line, versions }) =>
          versions === null ? [] : [[line.line, recordedAdoptions(line, versions)]],
        ),
      ),
    );
  };
  const agreeing = agreeingLines(lines.filter(({ line }) => !done.has(line) && !wrong.has(line)));

  if (lines.length === 0) return <EmptyState title={t('noCredits')} text={t('noCreditsText')} />;
  return (
    <AdminSection
      id="credits"
      title={t('credits')}
      note={t('summary', {
        name,
        credits: lines.length,
        proposed: count('proposed'),
        known: count('known'),
        skipped: proposals.skipped,
      })}
      actions={agreeing.length > 1 && <RecordAll name={name} lines={agreeing} onDone={finishAll} />}
    >
      <SelectField
        label={t('filter')}
        className="max-w-60"
        value={filter}
        onChange={({ target }) => setFilter(target.value as Filter)}
      >
        {FILTERS.map((kind) => (
          <option key={kind} value={kind}>
            {t(`filters.${kind}`)}
          </option>
        ))}
      </SelectField>
      <LongTable
        labelledBy="credits"
        rows={lines.filter((line) => filter === 'all' || filterOf(line) === filter)}
        rowKey={({ line }) => line}
        columns={[
          ...columns,
          {
            title: t('column.adoption'),
            as: 'long',
            cell: (line) => <Meaning line={line} problem={refused.get(line.line)} />,
          },
          {
            title: t('column.actions'),
            as: 'actions',
            cell: (line) =>
              done.has(line.line) ? (
                <span className="inline-flex items-center gap-1.5 px-1 font-semibold text-ok">
                  <Check aria-hidden className="size-4" />
                  {t('recordedNow')}
                </span>
              ) : (
                (line.state === 'new' || line.state === 'part') &&
                !wrong.has(line.line) && (
                  <RecordLine
                    name={name}
                    line={line}
                    onDone={({ adoptions }) => finish(new Map([[line.line, adoptions]]))}
                  />
                )
              ),
          },
        ]}
      />
    </AdminSection>
  );
}

/** Returns the adoptions of a line that was recorded, with the whole of what they missed waiting. */
const recordedAdoptions = (line: Proposal, versions: ReadonlyMap<string, number>): ReceiptAdoption[] =>
  proposedOf(line).map((adoption) => ({
    ...adoption,
    version: versions.get(adoption.reference) ?? adoption.version,
    waitingPaise: adoption.outstandingPaise,
  }));

/** What a line is proposed for, or was recorded for already. */
function Meaning({ line, problem }: { line: Proposal; problem: string | undefined }) {
  const t = useTranslations('attention.statement');
  const { state, adoptions, by } = line;
  const difference = useDifference(line);
  if (state === 'gateway')
    return (
      <>
        {t('gateway')}{' '}
        <a
          href={`/admin/attention/settlements?month=${line.date.slice(0, 7)}`}
          className="whitespace-nowrap text-link underline underline-offset-4"
          {...NEW_TAB}
        >
          {t('settlements')}
        </a>
      </>
    );
  const counter =
    line.counterLine === null
      ? undefined
      : t(state === 'returned' ? 'counterOf' : 'counter', { line: line.counterLine });
  const notes = [state === 'new' ? by && t(`by.${by}`) : t(`state.${state}`), counter, difference, problem].filter(
    (note) => typeof note === 'string',
  );
  return (
    <>
      {adoptions.length === 0 && state === 'new' && <span>{t('noProposal')}</span>}
      {adoptions.map(({ reference, company }) => (
        <span key={reference} className="block">
          <AdoptionLink reference={reference} newTab /> {company}
        </span>
      ))}
      {notes.map((note) => (
        <LineNote key={note}>{note}</LineNote>
      ))}
    </>
  );
}

/** Says how much a proposed credit differs from what its adoptions miss, without what waits; undefined if it does not. */
function useDifference({ state, adoptions, by, amountPaise }: Proposal): string | undefined {
  const t = useTranslations('attention.statement');
  if (state !== 'new' || adoptions.length === 0 || by === 'orders') return undefined;
  const missing = adoptions.reduce((sum, adoption) => sum + missingPaise(adoption), 0);
  const waiting = adoptions.reduce((sum, { waitingPaise }) => sum + waitingPaise, 0);
  const amounts = { missing: formatINR(missing), waiting: formatINR(waiting) };
  if (missing === amountPaise) return waiting > 0 ? t('waits', amounts) : undefined;
  return t(waiting > 0 ? 'otherAmountWaits' : 'otherAmount', amounts);
}

type RecordLineProps = { name: string; line: Proposal; onDone: (recorded: Recorded) => void };

function RecordLine({ name, line, onDone }: RecordLineProps) {
  const t = useTranslations('attention.statement');
  const receipt = useTranslations('attention.receipt');
  const reason = receipt('usualReason', { file: fileInReason(name), line: line.line });
  return (
    <RecordReceipt values={valuesOfLine(line, reason)} proposed={proposedOf(line)} onDone={onDone}>
      <Button variant="bare" size="small" aria-label={t('recordOf', { line: line.line })}>
        {t('record')}
      </Button>
    </RecordReceipt>
  );
}
