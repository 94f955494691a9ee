import { z } from 'zod';

/** Digits of a one-time code (R-VAL-19). */
export const OTP_LENGTH = 6;

/** The ways a code can travel (R-ENT-13). */
export const otpMethodSchema = z.enum(['email', 'phone']);
export type OtpMethod = z.infer<typeof otpMethodSchema>;

/** A code as text of exactly six digits; a number is not one, since it would lose leading zeros. */
export const otpSchema = z
  .string({ error: 'otp.shape' })
  .regex(new RegExp(`^[0-9]{${OTP_LENGTH}}$`), { error: 'otp.shape' });
