import { z } from 'zod';
import { reasonSchema } from '@/lib/accounts/audit-log/schema';

/**
 * Why something of an import stays, and with it all of it: it is not there any more, has other values now, or was changed after
 * the import; or somebody uses it since.
 */
const UNDO_OBSTACLES = [
  'gone',
  'changed',
  'edited',
  'adopted',
  'held',
  'choosing',
  'renewed',
  'reserved',
  'waited',
  'entered',
  'proposed',
  'taken',
  'offered',
  'office',
  'money',
  'reminded',
  'described',
] as const;
export type UndoObstacle = (typeof UNDO_OBSTACLES)[number];

/** Obstacles that a dry run lists; all are counted. */
export const MAX_SHOWN_OBSTACLES = 200;

/** What the undo of an import would do. */
export const undoDryRunSchema = z.object({
  /** Name of the imported file, or what stands in its place. */
  name: z.string(),
  /** Courses and institutes that the import added and the undo removes. */
  removed: z.object({ courses: z.int(), institutes: z.int() }),
  /** Courses, institutes and towns that get their old values back. */
  changed: z.object({ courses: z.int(), institutes: z.int(), places: z.int() }),
  /** Selections without a valid code that name a removed course: they are deleted. */
  drafts: z.int(),
  /** Towns whose earlier position an older import did not record: they keep the new one. */
  places_left: z.int(),
  /** What prevents it, the first MAX_SHOWN_OBSTACLES. `name`: a course with its institute and city, an institute with its city, or a town. */
  obstacles: z.array(z.object({ id: z.string(), name: z.string(), why: z.enum(UNDO_OBSTACLES) })),
  obstacles_count: z.int(),
  digest: z.string(),
});
export type UndoDryRun = z.infer<typeof undoDryRunSchema>;

/** The body of POST /api/admin/imports/{entry}. */
export const undoSchema = z.strictObject({
  apply: z
    .strictObject({ digest: z.string().regex(/^[0-9a-f]{64}$/), reason: reasonSchema })
    .nullable()
    .describe('The digest of the check to apply, and why; null checks only'),
});

/** What an undo did; `entry` is its audit log entry. */
export const undoneSchema = z.object({ removed: z.int(), changed: z.int(), entry: z.int() });
export type Undone = z.infer<typeof undoneSchema>;
