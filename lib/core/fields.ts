import { z } from 'zod';
import type { ErrorCode } from '@/lib/i18n/errors';
import { hasAddress, tidyLine } from './invisible-characters';
import { normalized } from './unicode';

type Codes = { required: ErrorCode; tooLong: ErrorCode };

/** A required line of text of at most `max` characters, normalized by tidyLine. Messages are the given error codes. */
export const lineSchema = (max: number, { required, tooLong }: Codes) =>
  z
    .string({ error: required })
    .overwrite(tidyLine)
    .min(1, { error: required, abort: true })
    .max(max, { error: tooLong, abort: true });

/**
 * A lineSchema for the name of a person or company, a designation or an industry: requires a visible letter (security
 * 67) and rejects addresses (security 63, docs/decisions/0019).
 */
export const nameSchema = (max: number, codes: Codes) =>
  lineSchema(max, codes)
    .refine((text) => /\p{L}/u.test(text), { error: 'name.no_letter' satisfies ErrorCode, abort: true })
    .refine((text) => !hasAddress(text), { error: 'name.address' satisfies ErrorCode });

/**
 * An e-mail address, normalized: NFKC, lower case. In addition to the form's rules, it rejects characters that separate
 * or enclose addresses, so that a header can never name a second recipient (security 42), and invisible characters.
 */
export const emailSchema = (
  max: number,
  shape: RegExp,
  { required, tooLong, invalid }: Codes & { invalid: ErrorCode },
) =>
  z
    .string({ error: required })
    .overwrite((text) => normalized(text, 'NFKC').trim().toLowerCase())
    .min(1, { error: required, abort: true })
    .max(max, { error: tooLong, abort: true })
    .regex(shape, { error: invalid, abort: true })
    .regex(/^[^\p{Cc}\p{Cf},;<>()"\\[\]]+$/u, { error: invalid });
