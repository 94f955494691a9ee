import 'server-only';
import { REPORT_LIST } from '@/lib/admin/report/schema';
import { REPORT_FILTERS } from '@/lib/admin/report/texts';
import { PAPER_LIST, RECEIPT_LIST, REFUND_LIST } from '@/lib/admin/registers/schema';
import { PAPER_FILTERS, RECEIPT_FILTERS, REFUND_FILTERS } from '@/lib/admin/registers/texts';
import { RESERVATION_LIST } from '@/lib/admin/reservations/schema';
import { RESERVATION_FILTERS } from '@/lib/admin/reservations/texts';
import { formatMonth } from '@/lib/admin/stats/rules';
import { BILLING_LIST, USER_LIST } from '@/lib/admin/users-and-billings/schema';
import { BILLING_FILTERS, USER_FILTERS } from '@/lib/admin/users-and-billings/texts';
import { MONTH_LIST } from '@/lib/money/payouts/schema';
import { filterWords, type FilterTexts } from '@/lib/platform/filter-texts';
import { getTranslator } from '@/lib/platform/i18n/server';
import { splitPlace, type Place } from '@/lib/platform/keyset';
import type { List } from '@/lib/platform/list';
import { parseFilter } from '@/lib/platform/search-params';
import type { ExportKind } from './schema';

const t = getTranslator('en', 'spreadsheet');

type Filter = Readonly<Record<string, string | undefined>>;

type Table = {
  name: string;
  list: List;
  texts: FilterTexts;
  /** What the texts do not say of a filter. */
  words?: (filter: Filter) => string[];
  /** Leaves out what has no effect. */
  effective?: (filter: Filter) => Filter;
};

const columnsIn = (filter: Filter, title: (name: string) => string) =>
  filter.shown === undefined
    ? []
    : [
        t('scheduled.columns', {
          names: filter.shown
            .split('.')
            .map((name) => title(name))
            .join(', '),
        }),
      ];

const TABLES: Record<ExportKind, Table> = {
  users: {
    name: t('users.name'),
    list: USER_LIST,
    texts: USER_FILTERS,
    words: (filter) => columnsIn(filter, (name) => t(`users.column.${name as 'name'}`)),
  },
  billings: {
    name: t('billings.name'),
    list: BILLING_LIST,
    texts: BILLING_FILTERS,
    words: (filter) => [
      ...(filter.course === undefined ? [] : [t('scheduled.oneCourse')]),
      ...columnsIn(filter, (name) => t(`billings.column.${name as 'company'}`)),
    ],
  },
  payments: {
    name: t('payments.name'),
    list: MONTH_LIST,
    texts: { labels: {}, choices: {} },
    words: ({ month }) => [month === undefined ? t('scheduled.thisMonth') : formatMonth(month)],
  },
  reservations: { name: t('reservations.name'), list: RESERVATION_LIST, texts: RESERVATION_FILTERS },
  papers: { name: t('scheduled.papers'), list: PAPER_LIST, texts: PAPER_FILTERS },
  receipts: { name: t('scheduled.receipts'), list: RECEIPT_LIST, texts: RECEIPT_FILTERS },
  refunds: { name: t('scheduled.refunds'), list: REFUND_LIST, texts: REFUND_FILTERS },
  report: {
    name: t('scheduled.report'),
    list: REPORT_LIST,
    texts: REPORT_FILTERS,
    effective: ({ figure, ...filter }) => (filter.columns === 'figures' ? filter : { ...filter, figure }),
  },
};

/**
 * Returns a table by the search parameters of its page: its name, its filter in words and columns, null if it is whole, its page's
 * address and parameters without the page, and the names of parameters that are invalid.
 */
export function tableOf(kind: ExportKind, params: string) {
  const { name, list, texts, words, effective } = TABLES[kind];
  const parsed = parseFilter(list.schema, new URLSearchParams(params));
  const { filter, problems } = splitPlace({ ...parsed, filter: parsed.filter as Filter & Place });
  const said = [...filterWords(texts, effective?.(filter) ?? filter), ...(words?.(filter) ?? [])];
  return {
    name,
    filter: said.length > 0 ? said.join('; ') : null,
    path: list.href(filter),
    query: list.query(filter),
    problems,
  };
}
