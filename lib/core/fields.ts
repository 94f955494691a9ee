import { z } from 'zod';
import type { ErrorCode } from '@/lib/text/errors';
import { INVISIBLE } from './text';

/** A single line of text: composed Unicode, no invisible marks, control characters and runs of spaces become one space, ends trimmed of spaces and joiners. */
const tidy = (text: string) =>
  text
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/^[ \u200C\u200D]+|[ \u200C\u200D]+$/g, '');

type Codes = { required: ErrorCode; tooLong: ErrorCode };

/** A line of text that must be filled in, of at most `max` characters; comes out tidied. Messages are the error codes given. */
export const lineSchema = (max: number, { required, tooLong }: Codes) =>
  z
    .string({ error: required })
    .overwrite(tidy)
    .min(1, { error: required, abort: true })
    .max(max, { error: tooLong, abort: true });

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
