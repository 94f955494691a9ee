import { z } from 'zod';

/** Rows chosen in a table: by their ids, or all that a filter of its list finds when the server reads them. */
export type RowChoice = { by: 'ids'; ids: string[] } | { by: 'filter'; filter: string };

/**
 * Describes chosen rows in the body of a request.
 * @param ids the schema of chosen ids
 */
export const rowChoiceSchema = <Ids extends z.ZodType<string[]>>(ids: Ids) =>
  z.discriminatedUnion('by', [
    z.strictObject({ by: z.literal('ids'), ids }),
    z.strictObject({ by: z.literal('filter'), filter: z.string().max(1000) }),
  ]);
