import { z } from 'zod';

/** Digits of a one-time code (R-VAL-19). */
export const OTP_LENGTH = 6;

/** How long a code is valid, in seconds. */
export const OTP_SECONDS = 10 * 60;

/** How long to wait before another code may be sent to the same recipient, in seconds. */
export const RESEND_SECONDS = 30;

/**
 * Wrong attempts that end a code, and wrong attempts in an hour at the codes that one asker had sent to a recipient, after which
 * none of those is taken. An asker is a client network, and in the dashboard the signed-in sponsor. What everybody
 * together can guess at a recipient is bounded by the codes sent: 10 an hour to strangers, with 5 guesses of 1,000,000 each
 * (docs/decisions/0017).
 */
export const MAX_WRONG_PER_CODE = 5;
export const MAX_WRONG_PER_HOUR = 10;

/**
 * Codes sent in an hour for one purpose to one recipient: as one asker wants them, altogether, and altogether with those of
 * askers who had a code of this recipient right before, so that strangers cannot keep them out (security 64).
 */
export const MAX_SENDS_PER_RECIPIENT = 5;
export const MAX_SENDS_TO_RECIPIENT = 10;
export const MAX_SENDS_TO_RECIPIENT_KNOWN = 15;

/** Codes asked for in an hour from one client address; the point is never given back, so that what it writes is bounded (security 58). */
export const MAX_SENDS_PER_ADDRESS = 20;

/** Codes entered from one address in ten minutes, so that it cannot try them on many recipients. */
export const CODE_TRIES = { points: 120, seconds: 10 * 60 };

/**
 * Codes sent in an hour to everybody together, where OTP_HOURLY_CAP says nothing else: what a flood from many addresses can cost
 * at most (security 10). The last part is for signed-in sponsors and recipients who had a code right before (security 59).
 */
export const DEFAULT_HOURLY_CAP = 600;
export const CAP_SHARE_OF_STRANGERS = 0.6;
export const CAP_ALARM = 0.8;

/**
 * Texts sent in a day to the numbers that share their first five digits (security 11). Such a block is a hundred thousand numbers
 * of one operator, who may earn from what is sent there. 50 is ten colleagues of one company, whose numbers often lie side by
 * side, with every code that each may ask for in an hour; a pumped block costs an operator of this site 50 texts a day.
 */
export const PREFIX_DIGITS = 5;
export const MAX_SMS_PER_PREFIX = 50;
/** The same, with the texts of signed-in sponsors and of numbers that had a code right before. */
export const MAX_TEXTS_PER_PREFIX_KNOWN = 75;

/** The ways a code can travel (R-ENT-13). */
export const otpMethodSchema = z.enum(['email', 'phone']);
export type OtpMethod = z.infer<typeof otpMethodSchema>;

/** A code as text of exactly six digits; a number is not one, since it would lose leading zeros. */
export const otpSchema = z
  .string({ error: 'otp.shape' })
  .regex(new RegExp(`^[0-9]{${OTP_LENGTH}}$`), { error: 'otp.shape' });
