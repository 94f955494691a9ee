import { z } from 'zod';
import { sponsorSchema, type Sponsor } from '@/lib/adoption/schema';
import { readStored, removeItem, writeItem } from '@/lib/core/storage';
import { otpMethodSchema } from '@/lib/otp/schema';
import { writeCart } from '@/lib/selection/cart';
import { cartSchema } from '@/lib/selection/schema';
import type { CheckoutFlow } from './checkout-flow';

const typed = z.string().max(500);
const userDetailsSchema = z.object({
  ...(Object.fromEntries(Object.keys(sponsorSchema.shape).map((field) => [field, typed])) as Record<
    keyof Sponsor,
    typeof typed
  >),
  otpMethod: otpMethodSchema,
  user_id: z.string().optional(),
});

/** The input of the form and the code that was sent, but never the code itself. */
const progressSchema = z.object({
  userDetails: userDetailsSchema,
  otpSent: z.boolean(),
  sent: z
    .object({
      userDetails: userDetailsSchema.extend({ user_id: z.string() }),
      draftId: z.string(),
      order: cartSchema,
      expiresAt: z.number(),
      resendAt: z.number(),
    })
    .nullable(),
});
type Progress = z.infer<typeof progressSchema>;

const KEY = 'adoption-checkout';

/** Returns the state of the form and the code step in this tab before a reload, or null. */
export const readProgress = (): Progress | null => {
  const stored = readStored('sessionStorage', KEY, progressSchema);
  return stored?.otpSent && !stored.sent ? null : stored;
};

/** Stores the state for this tab. If storage is not available, a reload starts with an empty form. */
export const writeProgress = ({ userDetails, otpSent, sent }: CheckoutFlow) =>
  void writeItem(
    'sessionStorage',
    KEY,
    JSON.stringify({ userDetails, otpSent, sent: sent && { ...sent, order: writeCart(sent.order) } }),
  );

/** Removes the stored state: the adoption is recorded. */
export const removeProgress = () => removeItem('sessionStorage', KEY);
