import { z } from 'zod';
import { reasonSchema } from '@/lib/accounts/audit-log/schema';
import { MAX_TEXT } from '@/lib/catalogue-import/schema';
import { lineSchema } from '@/lib/platform/fields';
import { idSchema } from '@/lib/platform/id-schema';

const versionSchema = z.string().min(1).max(64);

const instituteName = lineSchema(MAX_TEXT.institute, { required: 'institute.name', tooLong: 'institute.name' });

/** The body of PUT /api/admin/institutes/{instituteId}/name; `version` is that of the page. */
export const instituteNameSchema = z.strictObject({
  name: instituteName,
  reason: reasonSchema,
  version: versionSchema,
});
export type InstituteNaming = z.infer<typeof instituteNameSchema>;

/** What becomes of an offer that both institutes have: its free seats go to the other one, or it stays beside it. */
export const DUPLICATE_CHOICES = ['add', 'apart'] as const;

/** The body of POST /api/admin/institutes/{instituteId}/merge. */
export const mergeSchema = z.strictObject({
  into: idSchema('institute.not_found').describe('Id of the institute that stays'),
  duplicates: z
    .enum(DUPLICATE_CHOICES)
    .describe(
      'Offers that both have: `add` adds their free seats to those of the institute that stays and closes the rest, `apart` keeps both with a name in the branch',
    ),
  apply: z
    .strictObject({ digest: z.string().regex(/^[0-9a-f]{64}$/), reason: reasonSchema })
    .nullable()
    .describe('The digest of the check to apply, and why; null checks only'),
});
export type Merging = z.infer<typeof mergeSchema>;

const mergedOffer = z.object({
  id: idSchema(),
  course: z.string(),
  session: z.string(),
  study_year: z.int(),
  /** Its name afterwards, if it changes. */
  renamed: z.string().nullable(),
  total_seats: z.int(),
  /** Adopted and held. */
  taken: z.int(),
  price_per_seat: z.string(),
  /** The free seats that the offer of the institute that stays gets, and its price; null of an offer that stays as it is. */
  added: z.object({ seats: z.int(), price_per_seat: z.string() }).nullable(),
});

/** What a merge does: the response without `apply`. */
export const mergeDryRunSchema = z.object({
  from: z.string(),
  into: z.string(),
  /** The offers that both have. */
  duplicates: z.array(mergedOffer),
  /** The number of the other offers, which move as they are; of adoptions, students, people of the office and transfers. */
  moved: z.int(),
  adoptions: z.int(),
  students: z.int(),
  people: z.int(),
  transfers: z.int(),
  waiting: z.int(),
  digest: z.string(),
});
export type MergeDryRun = z.infer<typeof mergeDryRunSchema>;
