/*
 * Pages that begin at a row and not at a number: new rows do not shift them, and late pages cost as much as the first.
 */

/** Where a page begins: below or above a row; at the first one if neither is set. */
export type Place = { before?: string | undefined; after?: string | undefined };

/**
 * Takes the place out of the parameters of a list.
 * @returns the filter without it, the place, and the names of ignored parameters, among them `before` and `after` given together
 */
export function splitPlace<F extends Place>({ filter: fields, problems }: { filter: F; problems: string[] }) {
  const { before, after, ...filter } = fields;
  const both = before !== undefined && after !== undefined;
  const place: Place = both ? {} : before !== undefined ? { before } : after !== undefined ? { after } : {};
  return { filter, place, problems: both ? [...problems, 'before', 'after'] : problems };
}

/**
 * Reads a page.
 * @param read returns at most `limit` rows from the place on, the nearest first: those above a row in reverse
 * @returns the rows in the order of the list, and whether there may be rows above and below them
 */
export async function readFrom<Row>(
  place: Place,
  size: number,
  read: (limit: number) => PromiseLike<Row[]>,
): Promise<{ rows: Row[]; above: boolean; below: boolean }> {
  const found = await read(size + 1);
  const more = found.length > size;
  const rows = found.slice(0, size);
  if (place.after !== undefined) return { rows: rows.reverse(), above: more, below: true };
  return { rows, above: place.before !== undefined, below: more };
}
