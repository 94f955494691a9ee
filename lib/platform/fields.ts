import { z } from 'zod';
import type { ErrorCode } from '@/lib/platform/i18n/errors';
import { plainEmail } from './email';
import { hasAddress, tidyLine } from './invisible-characters';

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
 * The e-mail pattern of type=email in the HTML standard, which the server requires as well. It does not allow quoted or
 * non-Latin local parts, nor characters that separate or enclose addresses, so that a header can never name a second
 * recipient (security 42).
 */
const HTML_EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** An e-mail address in the form of plainEmail (security 112). */
export const emailSchema = (max: number, { required, tooLong, invalid }: Codes & { invalid: ErrorCode }) =>
  z
    .string({ error: required })
    .overwrite(plainEmail)
    .min(1, { error: required, abort: true })
    .max(max, { error: tooLong, abort: true })
    .regex(HTML_EMAIL, { error: invalid, abort: true });

/** An e-mail address as of emailSchema, or ''. */
export const optionalEmailSchema = (max: number, { tooLong, invalid }: Record<'tooLong' | 'invalid', ErrorCode>) =>
  z
    .string()
    .overwrite(plainEmail)
    .max(max, { error: tooLong, abort: true })
    .refine((text) => text === '' || HTML_EMAIL.test(text), { error: invalid });
