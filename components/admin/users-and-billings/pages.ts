import { PAGE_SIZE } from '@/lib/admin/users-and-billings/schema';

type Found<Row> = { rows: Row[]; total: number };
type Page = { page: number; size: number };

/**
 * A page of a table; where the address names one that is not there, the first.
 * @returns the rows, how many match on all pages, the page they are of, how many there are, and the number that was not there or null
 */
export async function findPage<Row>(asked: number, list: (page: Page) => Promise<Found<Row>>) {
  const found = await list({ page: asked, size: PAGE_SIZE });
  const isMissing = asked > 1 && found.rows.length === 0;
  const { rows, total } = isMissing ? await list({ page: 1, size: PAGE_SIZE }) : found;
  return {
    rows,
    total,
    page: isMissing ? 1 : asked,
    pages: Math.ceil(total / PAGE_SIZE),
    missing: isMissing ? asked : null,
  };
}
