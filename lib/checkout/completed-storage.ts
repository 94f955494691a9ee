import type { z } from 'zod';
import { adoptedSchema } from '@/lib/adoption/core/response-schema';
import { sponsorSchema, type Sponsor } from '@/lib/adoption/core/schema';
import { object, optional, text } from '@/lib/platform/schema';
import { readStored, removeItem, writeItem } from '@/lib/platform/storage';
import { wholeCartSchema, writeCart, type Cart } from '@/lib/selection/cart';

/**
 * A recorded adoption that waits for 'Continue': the content of the thank-you dialog, and the data needed to download
 * the summary again.
 */
export type Completed = z.infer<typeof adoptedSchema> & {
  userData: Sponsor;
  selectedCourses: Cart;
  /** The date in the file name (YYYY-MM-DD), once the summary was downloaded. */
  downloadedOn?: string;
};
const completedSchema = object<Completed>({
  ...adoptedSchema.shape,
  userData: sponsorSchema,
  selectedCourses: wholeCartSchema,
  downloadedOn: optional(text),
});

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
