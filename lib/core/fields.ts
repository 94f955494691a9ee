import { z } from 'zod';
import type { ErrorCode } from '@/lib/i18n/errors';
import { hasAddress, tidyLine } from './invisible-characters';

type Codes = { required: ErrorCode; tooLong: ErrorCode };

/** A line of text that must be filled in, of at most `max` characters; comes out tidied. Messages are the error codes given. */
export const lineSchema = (max: number, { required, tooLong }: Codes) =>
  z
    .string({ error: required })
    .overwrite(tidyLine)
    .min(1, { error: required, abort: true })
    .max(max, { error: tooLong, abort: true });

/**
 * A lineSchema that names a person, a company or what they do: it has a letter that can be seen (security 67) and no address
 * that others would follow (security 63, docs/decisions/0019).
 */
export const nameSchema = (max: number, codes: Codes) =>
  lineSchema(max, codes)
    .refine((text) => /\p{L}/u.test(text), { error: 'name.no_letter' satisfies ErrorCode, abort: true })
    .refine((text) => !hasAddress(text), { error: 'name.address' satisfies ErrorCode });

/**
 * One e-mail address in its one spelling: compatibility forms folded, lower case (security 43). Beside the shape that the
 * form asks for, marks that separate or wrap addresses are refused, so that a header can never name a second recipient
 * (security 42), and so are marks that cannot be seen.
 */
export const emailSchema = (
  max: number,
  shape: RegExp,
  { required, tooLong, invalid }: Codes & { invalid: ErrorCode },
) =>
  z
    .string({ error: required })
    .overwrite((text) => text.normalize('NFKC').trim().toLowerCase())
    .min(1, { error: required, abort: true })
    .max(max, { error: tooLong, abort: true })
    .regex(shape, { error: invalid, abort: true })
    .regex(/^[^\p{Cc}\p{Cf},;<>()"\\[\]]+$/u, { error: invalid });
