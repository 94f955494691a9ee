import { z } from 'zod';
import { readStored, removeItem, writeItem } from '@/lib/core/storage';
import { otpMethodSchema } from '@/lib/otp/schema';
import { writeCart } from '@/lib/selection/cart';
import { cartSchema } from '@/lib/selection/schema';
import type { CheckoutFlow } from './checkout-flow';

const text = z.string().max(500);
const userDetailsSchema = z.object({
  fullName: text,
  designation: text,
  email: text,
  phone: text,
  company: text,
  industry: text,
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
