/** The payment methods, as in the API. */
export const PAYMENT_METHODS = ['card', 'upi', 'netbanking'] as const;

export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
