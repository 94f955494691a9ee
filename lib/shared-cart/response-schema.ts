import { fieldsOf, isText, schemaOf } from '@/lib/core/schema';

export type CartShared = { url: string; expires_at: string };

/** The response of POST /api/cart/share, as the cart reads it. */
export const cartSharedSchema = schemaOf((response): CartShared | undefined => {
  const { url, expires_at } = fieldsOf(response);
  return isText(url) && isText(expires_at) ? { url, expires_at } : undefined;
});
