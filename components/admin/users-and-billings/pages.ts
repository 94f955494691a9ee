import { PAGE_SIZE } from '@/lib/admin/users-and-billings/schema';

type Found<Row> = { rows: Row[]; total: number };
type Page = { page: number; size: number };

/**
 * Returns a page of a table; the first one if the requested page does not exist.
 * @returns the rows, the number of matches on all pages, the page number, the number of pages, and the requested number
 * if it does not exist, else null
 */
export async function findPage<Row>(requested: number, list: (page: Page) => Promise<Found<Row>>) {
  const found = await list({ page: requested, size: PAGE_SIZE });
  const isMissing = requested > 1 && found.rows.length === 0;
  const { rows, total } = isMissing ? await list({ page: 1, size: PAGE_SIZE }) : found;
  return {
    rows,
    total,
    page: isMissing ? 1 : requested,
    pages: Math.ceil(total / PAGE_SIZE),
    missing: isMissing ? requested : null,
  };
}
