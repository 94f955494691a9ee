import { listedColumns } from '@/components/admin/adoptions/listed-columns';
import { adoptionHref } from '@/components/admin/adoptions/adoption-link';
import { Clamped } from '@/components/admin/users-and-billings/cells';
import { DataTable, type Columns } from '@/components/platform/ui/data-table';
import { Link } from '@/components/platform/ui/link';
import type { PaperRow, ReceiptRow, RefundRow, SeriesCheck, StateSum } from '@/lib/admin/registers/schema';
import { accountOf, missingOf, modeOf, reasonOf } from '@/lib/admin/registers/texts';
import { formatDateTime, formatTableDay } from '@/lib/platform/dates';
import { formatCount } from '@/lib/platform/format-count';
import { formatINR } from '@/lib/platform/money';
import { getTranslator } from '@/lib/platform/i18n/server';
import { PaperLink } from './paper-link';
import { StateTag } from '@/components/admin/state-tag';

const t = getTranslator('en', 'registers');
const tPapers = getTranslator('en', 'registers.papers');
const tReceipts = getTranslator('en', 'registers.receipts');
const tRefunds = getTranslator('en', 'registers.refunds');
const tGaps = getTranslator('en', 'registers.gaps');
const tTitles = getTranslator('en', 'paper.title');

/** Numbered papers. */
export function PaperTable({ rows }: { rows: readonly PaperRow[] }) {
  const columns: Columns<PaperRow> = [
    { title: tPapers('column.serial'), as: 'digits', className: 'whitespace-nowrap', cell: ({ serial }) => serial },
    { title: tPapers('column.issued'), as: 'moment', cell: ({ issuedAt }) => formatDateTime(issuedAt) },
    { title: tPapers('column.kind'), as: 'name', cell: ({ kind }) => tTitles(kind) },
    { title: tPapers('column.company'), as: 'name', cell: ({ company }) => <Clamped>{company}</Clamped> },
    {
      title: tPapers('column.reference'),
      as: 'digits',
      cell: ({ reference }) => reference !== null && <Link href={adoptionHref(reference)}>{reference}</Link>,
    },
    {
      title: tPapers('column.amount'),
      as: 'figure',
      cell: ({ amountPaise }) => amountPaise !== null && formatINR(amountPaise),
    },
    {
      title: tPapers('column.state'),
      as: 'name',
      cell: ({ state, replacedBy }) => (
        <>
          <StateTag state={state} text={tPapers(`state.${state}`)} />
          {replacedBy !== null && <small>{replacedBy}</small>}
        </>
      ),
    },
    {
      title: tPapers('column.actions'),
      as: 'actions',
      cell: ({ id, serial }) => (
        <PaperLink id={id} serial={serial}>
          {t('pdf')}
        </PaperLink>
      ),
    },
  ];
  return <DataTable labelledBy="papers" rows={rows} rowKey={({ id }) => id} columns={columns} />;
}

/** Whether a number is missing, by series and year. */
export function GapTable({ rows }: { rows: readonly SeriesCheck[] }) {
  return (
    <DataTable
      labelledBy="gaps"
      rows={rows}
      rowKey={({ series, year }) => `${series} ${year}`}
      columns={[
        { title: tGaps('column.series'), cell: ({ series }) => series },
        { title: tGaps('column.year'), as: 'digits', cell: ({ year }) => year },
        { title: tGaps('column.first'), as: 'figure', cell: ({ first }) => first },
        { title: tGaps('column.last'), as: 'figure', cell: ({ last }) => last },
        { title: tGaps('column.count'), as: 'figure', cell: ({ count }) => formatCount(count) },
        { title: tGaps('column.missing'), as: 'long', cell: missingOf },
      ]}
    />
  );
}

/** Money received, and its sums by state. */
export function ReceiptTable({
  rows,
  sums,
}: {
  rows: readonly ReceiptRow[];
  sums: readonly StateSum<ReceiptRow['state']>[];
}) {
  const columns: Columns<ReceiptRow> = [
    {
      title: tReceipts('column.day'),
      as: 'digits',
      className: 'whitespace-nowrap',
      cell: ({ day }) => formatTableDay(day),
      sum: t('sums'),
    },
    {
      title: tReceipts('column.bankReference'),
      as: 'name',
      className: 'tabular-nums',
      sum: <Sums of={sums} text={({ state, count }) => sumText(tReceipts(`state.${state}`), count)} />,
      cell: ({ bankReference, mode }) => (
        <>
          <Clamped>{bankReference}</Clamped>
          <small>{modeOf(mode)}</small>
        </>
      ),
    },
    { title: tReceipts('column.payer'), as: 'name', cell: ({ payer }) => <Clamped>{payer}</Clamped> },
    {
      title: tReceipts('column.amount'),
      as: 'figure',
      cell: ({ amountPaise }) => formatINR(amountPaise),
      sum: <Sums of={sums} text={({ amountPaise }) => formatINR(amountPaise)} />,
    },
    {
      title: tReceipts('column.tds'),
      as: 'figure',
      cell: ({ tdsPaise }) => tdsPaise > 0 && formatINR(tdsPaise),
      sum: <Sums of={sums} text={({ tdsPaise }) => formatINR(tdsPaise)} />,
    },
    {
      title: tReceipts('column.reference'),
      as: 'name',
      className: 'tabular-nums',
      cell: (row) => (
        <>
          {adoptionOf(row) ?? tReceipts('unmatched')}
          {row.company && <small>{row.company}</small>}
        </>
      ),
    },
    {
      title: tReceipts('column.state'),
      as: 'name',
      cell: ({ state }) => <StateTag state={state} text={tReceipts(`state.${state}`)} />,
    },
    { title: tReceipts('column.paper'), cell: paperOf },
  ];
  return <DataTable labelledBy="receipts" rows={rows} rowKey={({ id }) => id} columns={columns} />;
}

/** Refunds, and their sums by state. */
export function RefundTable({
  rows,
  sums,
}: {
  rows: readonly RefundRow[];
  sums: readonly StateSum<RefundRow['state']>[];
}) {
  const { reference, company } = listedColumns({
    reference: tRefunds('column.reference'),
    company: tRefunds('column.company'),
  });
  const columns: Columns<RefundRow> = [
    {
      ...reference,
      sum: <Sums of={sums} text={({ state, count }) => sumText(tRefunds(`state.${state}`), count)} />,
    },
    {
      title: tRefunds('column.day'),
      as: 'digits',
      className: 'whitespace-nowrap',
      cell: ({ day }) => day && formatTableDay(day),
    },
    { title: company.title, as: company.as, cell: company.cell },
    {
      title: tRefunds('column.amount'),
      as: 'figure',
      cell: ({ amountPaise, currency }) =>
        currency === 'INR' ? formatINR(amountPaise) : `${(amountPaise / 100).toFixed(2)} ${currency}`,
      sum: <Sums of={sums} text={({ amountPaise }) => formatINR(amountPaise)} />,
    },
    { title: tRefunds('column.reason'), as: 'name', cell: (row) => <Clamped>{reasonOf(row)}</Clamped> },
    {
      title: tRefunds('column.state'),
      as: 'name',
      cell: ({ state }) => <StateTag state={state} text={tRefunds(`state.${state}`)} />,
    },
    {
      title: tRefunds('column.mode'),
      as: 'name',
      className: 'tabular-nums',
      cell: ({ mode, bankReference }) => (
        <>
          {modeOf(mode)}
          {bankReference && <small className="wrap-anywhere">{bankReference}</small>}
        </>
      ),
    },
    { title: tRefunds('column.account'), as: 'name', className: 'tabular-nums', cell: accountOf },
    { title: tRefunds('column.paper'), cell: paperOf },
  ];
  return <DataTable labelledBy="refunds" rows={rows} rowKey={({ id }) => id} columns={columns} />;
}

const sumText = (state: string, count: number) => t('sum', { state, count: formatCount(count) });

/** A line for each state that has entries. */
function Sums<Sum>({ of, text }: { of: readonly Sum[]; text: (sum: Sum) => string }) {
  return (
    <ul>
      {of.map((sum, at) => {
        const line = text(sum);
        return (
          <li key={at} className="whitespace-nowrap">
            {line}
          </li>
        );
      })}
    </ul>
  );
}

const adoptionOf = ({ reference }: Pick<ReceiptRow, 'reference'>) =>
  reference === null ? null : <Link href={adoptionHref(reference)}>{reference}</Link>;

const paperOf = ({ paperId, serial }: Pick<ReceiptRow, 'paperId' | 'serial'>) =>
  paperId !== null &&
  serial !== null && (
    <PaperLink id={paperId} serial={serial}>
      {serial}
    </PaperLink>
  );
