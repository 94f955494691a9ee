import { SPONSOR_FIELDS, type Sponsor } from '@/lib/adoption/core/schema';
import { boolean, checked, isText, nullable, number, object, optional, text, type Schema } from '@/lib/platform/schema';
import { readStored, removeItem, writeItem } from '@/lib/platform/storage';
import { otpMethodSchema } from '@/lib/accounts/codes/schema';
import { wholeCartSchema, writeCart } from '@/lib/selection/cart';
import type { CheckoutFlow, SentCode, UserDetails } from './checkout-flow';

const typed = checked((value): value is string => isText(value) && value.length <= 500);
const detailsFields = {
  ...(Object.fromEntries(SPONSOR_FIELDS.map((field) => [field, typed])) as Record<keyof Sponsor, Schema<string>>),
  otpMethod: otpMethodSchema,
};

/** The input of the form and the code that was sent, but never the code itself. */
type Progress = Pick<CheckoutFlow, 'userDetails' | 'otpSent' | 'sent'>;
const progressSchema = object<Progress>({
  userDetails: object<UserDetails>({ ...detailsFields, user_id: optional(text) }),
  otpSent: boolean,
  sent: nullable(
    object<SentCode>({
      userDetails: object<SentCode['userDetails']>({ ...detailsFields, user_id: text }),
      draftId: text,
      order: wholeCartSchema,
      expiresAt: number,
      resendAt: number,
    }),
  ),
});

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
