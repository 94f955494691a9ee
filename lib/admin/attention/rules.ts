import { TASK_KINDS, type AttentionCounts } from './schema';

/** The hour in India from which daily e-mails are sent. */
export const MORNING = 8;

/** Returns the number of items to act on, of all kinds. Notices are not among them. */
export const totalOf = (counts: AttentionCounts): number => TASK_KINDS.reduce((sum, kind) => sum + counts[kind], 0);
