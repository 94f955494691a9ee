import { z } from 'zod';
import { reasonSchema } from '@/lib/accounts/audit-log/schema';

/** What the erasure of a guest would do: the response of GET /api/admin/billings/{reference}/erasure. */
export const guestErasureSchema = z.object({
  /** References of all adoptions of the person, which lose name, e-mail address and phone number. */
  adoptions: z.array(z.string()),
  /** Issued papers, which stay as they are. */
  papers: z.int(),
});
export type GuestErasure = z.infer<typeof guestErasureSchema>;

/** The body of POST /api/admin/billings/{reference}/erasure. */
export const eraseGuestSchema = z.strictObject({
  /** The adoptions that were shown. */
  adoptions: z.array(z.string().max(40)).min(1).max(1_000),
  reason: reasonSchema,
});
