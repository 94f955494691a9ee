import { z } from 'zod';
import { sponsorSchema } from '@/lib/adoption/schema';
import { readStored, removeItem, writeItem } from '@/lib/core/storage';
import { cartSchema } from '@/lib/selection/schema';

/**
 * An adoption that is recorded and waits for 'Continue': what the Thank You dialog shows, and what it needs to ask for the
 * summary once more.
 */
const completedSchema = z.object({
  billing_id: z.string(),
  reference: z.string(),
  receipt_token: z.string(),
  userData: z.object(sponsorSchema.shape),
  selectedCourses: cartSchema,
  /** The date in the file's name once the summary has been downloaded. */
  downloadedOn: z.string().optional(),
});
export type Completed = z.infer<typeof completedSchema>;

const KEY = 'adoption-completed';

/** The marker that reopens the dialog after a reload; null when there is none that can be read. */
export const readCompleted = (): Completed | null => readStored('sessionStorage', KEY, completedSchema);

/** Keeps the marker for this tab; a browser that refuses only loses the reopening after a reload. */
export const writeCompleted = (completed: Completed) =>
  void writeItem('sessionStorage', KEY, JSON.stringify(completed));

/** Forgets the marker: 'Continue' was pressed. */
export const removeCompleted = () => removeItem('sessionStorage', KEY);
