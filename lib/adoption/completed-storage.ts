import { z } from 'zod';
import { adoptedSchema } from '@/lib/adoption/response-schema';
import { sponsorSchema } from '@/lib/adoption/schema';
import { readStored, removeItem, writeItem } from '@/lib/core/storage';
import { writeCart } from '@/lib/selection/cart';
import { cartSchema } from '@/lib/selection/schema';

/**
 * A recorded adoption that waits for 'Continue': the content of the thank-you dialog, and the data needed to download
 * the summary again.
 */
const completedSchema = adoptedSchema.extend({
  userData: z.object(sponsorSchema.shape),
  selectedCourses: cartSchema,
  /** The date in the file name (YYYY-MM-DD), once the summary was downloaded. */
  downloadedOn: z.string().optional(),
});
export type Completed = z.infer<typeof completedSchema>;

const KEY = 'adoption-completed';

/** Returns the stored adoption that reopens the dialog after a reload, or null. */
export const readCompleted = (): Completed | null => readStored('sessionStorage', KEY, completedSchema);

/** Stores the adoption for this tab. If storage is not available, only the reopening after a reload is lost. */
export const writeCompleted = (completed: Completed) =>
  void writeItem(
    'sessionStorage',
    KEY,
    JSON.stringify({ ...completed, selectedCourses: writeCart(completed.selectedCourses) }),
  );

/** Removes the stored adoption after 'Continue'. */
export const removeCompleted = () => removeItem('sessionStorage', KEY);
