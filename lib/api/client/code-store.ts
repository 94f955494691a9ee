'use client';

import { create } from 'zustand';
import { call, type ApiResult } from './client';
import { OTP_SECONDS, RESEND_SECONDS } from '@/lib/platform/limits';

type OtpState = {
  /** The e-mail that the code was requested for; the code is not valid for any other. */
  email: string | null;
  /** True once a code was sent, and once it was verified. */
  otpSent: boolean;
  otpVerified: boolean;
  /** When the code expires, and when another may be sent; milliseconds of Date.now(). */
  expiresAt: number;
  resendAt: number;
};

const UNSENT: OtpState = { email: null, otpSent: false, otpVerified: false, expiresAt: 0, resendAt: 0 };

/**
 * Confirms the e-mail of a registered sponsor by a code: generate, verify, reset. State is in memory only. A response that
 * arrives after a reset or a newer request changes nothing.
 */
export const useOtpStore = create<
  OtpState & {
    /** Requests a code for this e-mail; the response is the same whether or not it has an account. */
    generateOtp: (email: string) => Promise<ApiResult<unknown>>;
    /** Sends the code for the e-mail passed to generateOtp. */
    verifyOtp: (otp: string) => Promise<ApiResult<unknown>>;
    reset: () => void;
  }
>()((set, get) => {
  let latest = 0;
  const run = async (request: Promise<ApiResult<unknown>>, change: () => Partial<OtpState>) => {
    const serial = ++latest;
    const answer = await request;
    if (answer.ok && serial === latest) set(change());
    return answer;
  };
  return {
    ...UNSENT,
    generateOtp: (email) =>
      run(call('POST /user/generate-otp', { body: { email } }), () => {
        const now = Date.now();
        const times = { expiresAt: now + OTP_SECONDS * 1000, resendAt: now + RESEND_SECONDS * 1000 };
        return { email, otpSent: true, otpVerified: false, ...times };
      }),
    verifyOtp: (otp) =>
      run(call('POST /user/verify-otp', { body: { otp, email: get().email } }), () => ({ otpVerified: true })),
    reset: () => {
      latest++;
      set(UNSENT);
    },
  };
});
