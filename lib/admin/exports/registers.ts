import 'server-only';
import { BATCH, sheet, workbook, type Workbook } from './workbook';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { splitPlace } from '@/lib/platform/keyset';
import { toRupees } from '@/lib/platform/money';
import { getTranslator } from '@/lib/platform/i18n/server';
import type { Column } from '@/lib/platform/spreadsheet/schema';
import { countPapers, checkSeries, paperBatches } from '@/lib/admin/registers/papers';
import { receiptBatches, refundBatches, sumReceipts, sumRefunds } from '@/lib/admin/registers/money';
import { sumCounts } from '@/lib/admin/registers/rules';
import {
  PAPER_LIST,
  RECEIPT_LIST,
  REFUND_LIST,
  type PaperFilter,
  type PaperRow,
  type ReceiptFilter,
  type ReceiptRow,
  type RefundFilter,
  type RefundRow,
  type SeriesCheck,
  type StateSum,
} from '@/lib/admin/registers/schema';
import { accountOf, missingOf, modeOf, reasonOf } from '@/lib/admin/registers/texts';

const t = getTranslator('en', 'registers');
const tPapers = getTranslator('en', 'registers.papers');
const tReceipts = getTranslator('en', 'registers.receipts');
const tRefunds = getTranslator('en', 'registers.refunds');
const tGaps = getTranslator('en', 'registers.gaps');
const tTitles = getTranslator('en', 'paper.title');

/** A day in India as a date of a spreadsheet. */
const dateOf = (day: string | null): Date | null => (day === null ? null : new Date(`${day}T00:00:00+05:30`));

const PAPER_COLUMNS: readonly Column<PaperRow>[] = [
  { header: tPapers('column.serial'), type: 'text', cell: ({ serial }) => serial },
  { header: tPapers('column.series'), type: 'text', cell: ({ series }) => series },
  { header: tPapers('column.year'), type: 'text', cell: ({ year }) => year },
  { header: tPapers('column.number'), type: 'number', cell: ({ number }) => number },
  { header: tPapers('column.issued'), type: 'moment', cell: ({ issuedAt }) => issuedAt },
  { header: tPapers('column.kind'), type: 'text', cell: ({ kind }) => tTitles(kind) },
  { header: tPapers('column.company'), type: 'text', cell: ({ company }) => company },
  { header: tPapers('column.reference'), type: 'text', cell: ({ reference }) => reference },
  {
    header: tPapers('column.amount'),
    type: 'rupees',
    cell: ({ amountPaise }) => (amountPaise === null ? null : toRupees(amountPaise)),
  },
  { header: tPapers('column.state'), type: 'text', cell: ({ state }) => tPapers(`state.${state}`) },
  { header: tPapers('column.replacedBy'), type: 'text', cell: ({ replacedBy }) => replacedBy },
];

const GAP_COLUMNS: readonly Column<SeriesCheck>[] = [
  { header: tGaps('column.series'), type: 'text', cell: ({ series }) => series },
  { header: tGaps('column.year'), type: 'text', cell: ({ year }) => year },
  { header: tGaps('column.first'), type: 'number', cell: ({ first }) => first },
  { header: tGaps('column.last'), type: 'number', cell: ({ last }) => last },
  { header: tGaps('column.count'), type: 'number', cell: ({ count }) => count },
  { header: tGaps('column.missing'), type: 'text', cell: missingOf },
];

const RECEIPT_COLUMNS: readonly Column<ReceiptRow>[] = [
  { header: tReceipts('column.day'), type: 'day', cell: ({ day }) => dateOf(day) },
  { header: tReceipts('column.payer'), type: 'text', cell: ({ payer }) => payer },
  { header: tReceipts('column.mode'), type: 'text', cell: ({ mode }) => modeOf(mode) },
  { header: tReceipts('column.bankReference'), type: 'text', cell: ({ bankReference }) => bankReference },
  { header: tReceipts('column.amount'), type: 'rupees', cell: ({ amountPaise }) => toRupees(amountPaise) },
  { header: tReceipts('column.tds'), type: 'rupees', cell: ({ tdsPaise }) => toRupees(tdsPaise) },
  { header: tReceipts('column.reference'), type: 'text', cell: ({ reference }) => reference },
  { header: tReceipts('column.order'), type: 'text', cell: ({ orderNumber }) => orderNumber },
  { header: tReceipts('column.company'), type: 'text', cell: ({ company }) => company },
  { header: tReceipts('column.state'), type: 'text', cell: ({ state }) => tReceipts(`state.${state}`) },
  { header: tReceipts('column.paper'), type: 'text', cell: ({ serial }) => serial },
];

/** Amounts of another currency stand without a rupee sign in no column that is added up. */
const REFUND_COLUMNS: readonly Column<RefundRow>[] = [
  { header: tRefunds('column.day'), type: 'day', cell: ({ day }) => dateOf(day) },
  { header: tRefunds('column.reference'), type: 'text', cell: ({ reference }) => reference },
  { header: tRefunds('column.order'), type: 'text', cell: ({ orderNumber }) => orderNumber },
  { header: tRefunds('column.company'), type: 'text', cell: ({ company }) => company },
  {
    header: tRefunds('column.amount'),
    type: 'rupees',
    cell: ({ amountPaise, currency }) => (currency === 'INR' ? toRupees(amountPaise) : null),
  },
  {
    header: tRefunds('column.currency'),
    type: 'text',
    cell: ({ amountPaise, currency }) =>
      currency === 'INR' ? currency : `${(amountPaise / 100).toFixed(2)} ${currency}`,
  },
  { header: tRefunds('column.reason'), type: 'text', cell: reasonOf },
  { header: tRefunds('column.state'), type: 'text', cell: ({ state }) => tRefunds(`state.${state}`) },
  { header: tRefunds('column.mode'), type: 'text', cell: ({ mode }) => modeOf(mode) },
  { header: tRefunds('column.bankReference'), type: 'text', cell: ({ bankReference }) => bankReference },
  { header: tRefunds('column.paper'), type: 'text', cell: ({ serial }) => serial },
  // Last, so that the other columns stay where they were.
  { header: tRefunds('column.account'), type: 'text', cell: accountOf },
];

const RECEIPT_SUM_COLUMNS: readonly Column<StateSum<ReceiptRow['state']>>[] = [
  { header: tReceipts('column.state'), type: 'text', cell: ({ state }) => tReceipts(`state.${state}`) },
  { header: tReceipts('column.count'), type: 'number', cell: ({ count }) => count },
  { header: tReceipts('column.amount'), type: 'rupees', cell: ({ amountPaise }) => toRupees(amountPaise) },
  { header: tReceipts('column.tds'), type: 'rupees', cell: ({ tdsPaise }) => toRupees(tdsPaise) },
];

const REFUND_SUM_COLUMNS: readonly Column<StateSum<RefundRow['state']>>[] = [
  { header: tRefunds('column.state'), type: 'text', cell: ({ state }) => tRefunds(`state.${state}`) },
  { header: tRefunds('column.count'), type: 'number', cell: ({ count }) => count },
  { header: tRefunds('column.amount'), type: 'rupees', cell: ({ amountPaise }) => toRupees(amountPaise) },
];

/** A second sheet with a few rows, which are read at once. */
const small = <F, R>(
  name: string,
  columns: readonly Column<R>[],
  read: (scope: AdminScope, filter: F) => Promise<R[]>,
) =>
  sheet<F, R>({
    name,
    columns,
    count: async () => 0,
    batches: async function* (scope, filter) {
      yield await read(scope, filter);
    },
  });

const papers = workbook<PaperFilter>('papers.downloaded', (params) => splitPlace(PAPER_LIST.parse(params)), [
  sheet({
    name: tPapers('title'),
    columns: PAPER_COLUMNS,
    count: countPapers,
    batches: (scope, filter) => paperBatches(scope, filter, BATCH),
  }),
  small(tGaps('title'), GAP_COLUMNS, checkSeries),
]);

const receipts = workbook<ReceiptFilter>('receipts.downloaded', (params) => splitPlace(RECEIPT_LIST.parse(params)), [
  sheet({
    name: tReceipts('title'),
    columns: RECEIPT_COLUMNS,
    count: async (scope, filter) => sumCounts(await sumReceipts(scope, filter)),
    batches: (scope, filter) => receiptBatches(scope, filter, BATCH),
  }),
  small(t('sums'), RECEIPT_SUM_COLUMNS, sumReceipts),
]);

const refunds = workbook<RefundFilter>('refunds.downloaded', (params) => splitPlace(REFUND_LIST.parse(params)), [
  sheet({
    name: tRefunds('title'),
    columns: REFUND_COLUMNS,
    count: async (scope, filter) => sumCounts(await sumRefunds(scope, filter)),
    batches: (scope, filter) => refundBatches(scope, filter, BATCH),
  }),
  small(t('sums'), REFUND_SUM_COLUMNS, sumRefunds),
]);

/** The workbooks of the registers, each with what its foot says in a second sheet. */
export const REGISTERS = { papers, receipts, refunds } satisfies Record<string, Workbook>;
