import * as z from 'zod/mini';

/** The response of POST /api/cart/share, as the cart reads it. */
export const cartSharedSchema = z.object({ url: z.string(), expires_at: z.string() });
export type CartShared = z.infer<typeof cartSharedSchema>;
