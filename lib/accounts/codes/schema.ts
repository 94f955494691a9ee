import { z } from 'zod';
import { CODE_CHANNELS } from '@/db/schema/enums';

/** Digits of a one-time code. */
export const OTP_LENGTH = 6;

/** The channels of a code. */
export const otpMethodSchema = z.enum(CODE_CHANNELS);
export type OtpMethod = z.infer<typeof otpMethodSchema>;

/** A code as a string of exactly six digits; a number would lose leading zeros. */
export const otpSchema = z
  .string({ error: 'otp.shape' })
  .regex(new RegExp(`^[0-9]{${OTP_LENGTH}}$`), { error: 'otp.shape' });
