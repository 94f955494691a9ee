import {
  CODE_TRIES,
  DEFAULT_HOURLY_CAP,
  MAX_SENDS_PER_ADDRESS,
  MAX_SENDS_PER_RECIPIENT,
  MAX_SENDS_TO_RECIPIENT,
  MAX_SMS_PER_PREFIX,
  MAX_WRONG_PER_CODE,
  MAX_WRONG_PER_HOUR,
  OTP_SECONDS,
  PREFIX_DIGITS,
  RESEND_SECONDS,
} from '@/lib/platform/limits';
import type { Limit } from './endpoint';

/** The errors and limits of endpoints that send a code, and of those that take one. */

const HOUR = 60 * 60;

export const tooOften = ['otp.too_soon', 'otp.too_many_sends'] as const;
export const tooManyTries = ['otp.too_many_attempts', 'request.too_many'] as const;

export const sendLimits: Limit[] = [
  {
    description: 'Codes to one recipient, per requesting network or signed-in sponsor',
    points: 1,
    seconds: RESEND_SECONDS,
  },
  {
    description: 'Codes to one recipient, per requesting network or signed-in sponsor',
    points: MAX_SENDS_PER_RECIPIENT,
    seconds: HOUR,
  },
  {
    description:
      'Codes to one recipient from all requesters, with a few more for requesters who entered a correct code before',
    points: MAX_SENDS_TO_RECIPIENT,
    seconds: HOUR,
  },
  {
    description: 'Codes requested per address; a network gets fewer while the codes of the hour run out',
    points: MAX_SENDS_PER_ADDRESS,
    seconds: HOUR,
  },
  {
    description: `Text messages to numbers with the same first ${PREFIX_DIGITS} digits`,
    points: MAX_SMS_PER_PREFIX,
    seconds: 24 * HOUR,
  },
  {
    description: 'Codes to all recipients together, unless the operator configures another cap',
    points: DEFAULT_HOURLY_CAP,
    seconds: HOUR,
  },
];

export const tryLimits: Limit[] = [
  { description: 'Wrong attempts per code', points: MAX_WRONG_PER_CODE, seconds: OTP_SECONDS },
  {
    description: 'Wrong attempts at the codes that one network or sponsor requested for a recipient',
    points: MAX_WRONG_PER_HOUR,
    seconds: HOUR,
  },
  { description: 'Attempts per address', ...CODE_TRIES },
];
