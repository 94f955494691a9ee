import { z } from 'zod';

/** Digits of a one-time code. */
export const OTP_LENGTH = 6;

/** Validity of a code, in seconds. */
export const OTP_SECONDS = 10 * 60;

/** Pause between two codes for the same recipient, in seconds. */
export const RESEND_SECONDS = 30;

/**
 * Maximum wrong attempts per code, and per hour for the codes that one asker requested for a recipient. An asker is a
 * client network or, in the dashboard, the signed-in sponsor. The total number of guesses per recipient is bounded by
 * the number of codes: 10 an hour for unknown askers, with 5 guesses each out of 1,000,000 (docs/decisions/0017).
 */
export const MAX_WRONG_PER_CODE = 5;
export const MAX_WRONG_PER_HOUR = 10;

/**
 * Maximum codes per hour, purpose and recipient: per asker, in total, and in total including askers who verified a code
 * of this recipient before, so that strangers cannot lock them out.
 */
export const MAX_SENDS_PER_RECIPIENT = 5;
export const MAX_SENDS_TO_RECIPIENT = 10;
export const MAX_SENDS_TO_RECIPIENT_KNOWN = 15;

/** Maximum code requests per hour and client address. Never refunded, to bound the database writes per address. */
export const MAX_SENDS_PER_ADDRESS = 20;

/** Maximum codes entered per client address, to prevent trying codes for many recipients. */
export const CODE_TRIES = { points: 120, seconds: 10 * 60 };

/**
 * Default of OTP_HOURLY_CAP, the maximum number of codes per hour in total, which bounds the cost of an attack from
 * many addresses. The share above CAP_SHARE_OF_STRANGERS is reserved for signed-in sponsors and recipients who verified
 * a code before.
 */
export const DEFAULT_HOURLY_CAP = 600;
export const CAP_SHARE_OF_STRANGERS = 0.6;
export const CAP_ALARM = 0.8;

/**
 * Maximum SMS per day to numbers with the same first five digits. Such a block of 100,000 numbers belongs to one
 * operator, who may profit from the traffic. 50 is enough for ten colleagues of one company with consecutive numbers,
 * each requesting all codes allowed in an hour; an abused block costs at most 50 SMS a day.
 */
export const PREFIX_DIGITS = 5;
export const MAX_SMS_PER_PREFIX = 50;
/** The same limit including SMS to signed-in sponsors and to numbers that verified a code before. */
export const MAX_TEXTS_PER_PREFIX_KNOWN = 75;

/** The channels of a code. */
export const otpMethodSchema = z.enum(['email', 'phone']);
export type OtpMethod = z.infer<typeof otpMethodSchema>;

/** A code as a string of exactly six digits; a number would lose leading zeros. */
export const otpSchema = z
  .string({ error: 'otp.shape' })
  .regex(new RegExp(`^[0-9]{${OTP_LENGTH}}$`), { error: 'otp.shape' });
