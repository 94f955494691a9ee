import { z } from 'zod';
import {
  parseFilter,
  toSearchParams,
  type Direction,
  type GivenParams,
  type ParsedFilter,
  type SortOrder,
} from './search-params';
import { withQuery } from './with-query';

/** Columns that sort a list, each with the direction of the first click on its head: names rise, numbers and dates fall. */
type Orders = Readonly<Record<string, Direction>>;

/** The schema of the parameters: the filters, and the order if the list has several. */
type Shape<Filters extends z.ZodRawShape, Sorts extends Orders> = Filters &
  (keyof Sorts extends never
    ? unknown
    : {
        sort: z.ZodDefault<z.ZodEnum<{ [Sort in keyof Sorts & string]: Sort }>>;
        dir: z.ZodDefault<z.ZodEnum<{ asc: 'asc'; desc: 'desc' }>>;
      });

/**
 * A list whose filters, order and page are in its address. Schema, form, links of the heads and pages, and the
 * parameters of its export follow from this description.
 * @param path the address without parameters
 * @param filters by name, in the order of the form; all are optional and absent means all
 * @param first see Orders; the first one is the usual order
 */
export function defineList<Filters extends z.ZodRawShape, Sorts extends Orders = Record<never, never>>(
  path: string,
  filters: Filters,
  first: Sorts = {} as Sorts,
) {
  type Schema = z.ZodObject<Shape<Filters, Sorts>>;
  type Filter = z.output<Schema>;
  const [usual, ...others] = Object.keys(first);
  const order = usual !== undefined && {
    sort: z.enum([usual, ...others]).default(usual),
    dir: z.enum(['asc', 'desc']).default(first[usual]!),
  };
  const schema = z.object({ ...filters, ...order }) as unknown as Schema;
  const params = (filter: Partial<Filter>, page = 1) => toSearchParams(schema, filter as FilterValues, page);
  return {
    path,
    schema,
    /** Parses URL parameters. Pages report the ignored ones, endpoints refuse them. */
    parse: (params: GivenParams): ParsedFilter<Filter> => parseFilter(schema, params),
    /** Returns a filter and a page as a query string without '?'; omits defaults. */
    query(filter: Partial<Filter>, page?: number): string {
      return params(filter, page).toString();
    },
    /** Returns the address of a page of the list. */
    href(filter: Partial<Filter>, page?: number): string {
      return withQuery(path, params(filter, page));
    },
    /** Whether anything but order and columns is set, and to something unusual. */
    isFiltered({ sort: _, dir: __, shown: ___, ...set }: Partial<Filter & SortOrder & { shown: string }>): boolean {
      const usually: Record<string, unknown> = schema.parse({});
      return Object.entries(set).some(([name, value]) => value !== undefined && value !== usually[name]);
    },
    /** Returns the order of the list and, by column, the address of the order that a click on its head leads to. */
    sorting(filter: Filter & SortOrder) {
      const { sort, dir } = filter;
      const next = (column: string): Direction => (column !== sort ? first[column]! : dir === 'asc' ? 'desc' : 'asc');
      const hrefs = Object.keys(first).map((column): [string, string] => [
        column,
        withQuery(path, params({ ...filter, sort: column, dir: next(column) })),
      ]);
      return { order: { sort, dir }, hrefs: Object.fromEntries(hrefs) };
    },
  };
}

/**
 * The parameter `shown` of a list whose columns can be chosen: names of columns with dots between them, in their order and with the
 * first one, which heads the rows. Absent: all.
 * @param names of the columns, in the order of the table
 */
export const chosenColumns = (names: readonly [string, ...string[]]) =>
  z
    .string()
    .refine((text) => text.startsWith(names[0]) && names.filter((name) => isShown(text, name)).join('.') === text)
    .optional();

/** Whether a column is shown. @param shown as in the address; absent: all are */
export const isShown = (shown: string | undefined, name: string): boolean =>
  shown === undefined || shown.split('.').includes(name);

type FilterValues = Readonly<Record<string, string | undefined>>;

/** Any list, for components. */
export type List = {
  path: string;
  schema: z.ZodObject;
  query(filter: FilterValues, page?: number): string;
  href(filter: FilterValues, page?: number): string;
  isFiltered(filter: FilterValues): boolean;
};

/** The filter and the order of a list. */
export type FilterOf<Described extends { schema: z.ZodType }> = z.output<Described['schema']>;

/** Rows per page of the tables. Reading more at once writes an audit log entry. */
export const PAGE_SIZE = 50;

/** A page of a table, counted from 1, and its number of rows. */
export type Page = { page: number; size: number };

/**
 * Returns a page of a table; the first one if the requested page does not exist.
 * @param read returns the rows of a page and the number of rows on all pages
 * @returns what was read, the page number, the number of pages, and the requested number if it does not exist, else null
 */
export async function findPage<Found extends { rows: readonly unknown[]; total: number }>(
  requested: number,
  read: (page: Page) => Promise<Found>,
) {
  const first = await read({ page: requested, size: PAGE_SIZE });
  const isMissing = requested > 1 && first.rows.length === 0;
  const found = isMissing ? await read({ page: 1, size: PAGE_SIZE }) : first;
  return {
    ...found,
    page: isMissing ? 1 : requested,
    pages: Math.ceil(found.total / PAGE_SIZE),
    missing: isMissing ? requested : null,
  };
}
