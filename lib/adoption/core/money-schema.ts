import { z } from 'zod';
import type { ErrorCode } from '@/lib/platform/i18n/errors';
import { toPaise } from '@/lib/platform/money';
import { calendarDay } from '@/lib/platform/search-params';
import { normalized } from '@/lib/platform/unicode';

/** The largest amount of a receipt or a refund, in paise: ₹1,000 crore. */
const MAX_AMOUNT_PAISE = 1_000_00_00_000_00;

/**
 * Rupees as a JSON number or a numeric string with at most two decimals. The output is integer paise, from `least` to `most`.
 * @param code of the error for everything else
 */
export const rupeeAmount = (least: number, code: ErrorCode = 'adoption.amount_invalid', most = MAX_AMOUNT_PAISE) =>
  z.union([z.number(), z.string().max(20)], { error: code }).transform((rupees, context) => {
    const paise = toPaise(rupees);
    if (paise !== null && paise >= least && paise <= most) return paise;
    context.addIssue({ code: 'custom', message: code });
    return z.NEVER;
  });

/**
 * A bank reference (UTR, cheque number), in upper case and without spaces, the same for sponsors and administrators: it is
 * opaque text, of another length for each way of payment. @param max characters
 */
export const bankReference = (max: number) =>
  z
    .string({ error: 'adoption.reference_invalid' })
    .max(200, { error: 'adoption.reference_invalid' })
    .overwrite((text) => normalized(text, 'NFKC').replace(/\s+/gu, '').toUpperCase())
    .regex(new RegExp(`^[A-Z0-9/_.-]{4,${max}}$`), { error: 'adoption.reference_invalid' });

/** A day on which money moved, YYYY-MM-DD. */
export const moneyDay = z.iso
  .date({ error: 'adoption.date_invalid' })
  .refine((text) => calendarDay.safeParse(text).success, {
    error: 'adoption.date_invalid',
  });

/** Maximum characters of the reference of money that arrived. */
export const MAX_REFERENCE = 35;

/**
 * Whether tax of this amount can have been withheld: at most 20 % of the gross. That is the rate without a PAN (section
 * 206AA of the Income-tax Act 1961, section 397 of the Act of 2025); residents with a PAN have 1 to 10 %.
 * @param amountPaise what arrived
 */
export const isTdsPossible = (amountPaise: number, tdsPaise: number): boolean => tdsPaise * 4 <= amountPaise;
