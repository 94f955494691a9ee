import { z } from 'zod';

/** The file with the data of a sponsor. Entries are rows of the database, under the names of their columns. */
export const ownDataSchema = z.object({
  about: z.string(),
  made_at: z.iso.datetime(),
  sections: z.array(
    z.object({ name: z.string(), about: z.string(), entries: z.array(z.record(z.string(), z.unknown())) }),
  ),
  not_included: z.array(z.object({ name: z.string(), why: z.string() })),
});
export type OwnData = z.infer<typeof ownDataSchema>;
