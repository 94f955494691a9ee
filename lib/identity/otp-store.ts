'use client';

import { z } from 'zod';
import { create } from 'zustand';
import { postJson } from '@/lib/api-client/client';
import type { ErrorCode } from '@/lib/core/errors';
import { errorText } from '@/lib/i18n/errors';
import { otpSchema } from '@/lib/otp/schema';

/** The response of the API; `message` is the text to show. */
const responseSchema = z.object({ success: z.literal(true), message: z.string() });

type OtpState = {
  /** The e-mail that the code was requested for; the code is not valid for any other. */
  email: string | null;
  /** True once a code was sent, and once it was verified. */
  otpSent: boolean;
  otpVerified: boolean;
  loading: boolean;
  /** The last error: the message of the server, or the fallback text if there is none. */
  error: string | null;
};

type OtpResult = { success: boolean; message: string };

const UNSENT: OtpState = { email: null, otpSent: false, otpVerified: false, loading: false, error: null };

/**
 * Confirms the e-mail of a registered sponsor by a code: generate, verify, reset. State is in memory only, and no page
 * uses it yet. Each action returns the message to show; a response that arrives after a reset or a newer request
 * changes nothing.
 */
export const useOtpStore = create<
  OtpState & {
    /** Requests a code for this e-mail; the response is the same whether or not it has an account. */
    generateOtp: (email: string) => Promise<OtpResult>;
    /** Sends the code for the e-mail passed to generateOtp. Sends nothing unless it has six digits. */
    verifyOtp: (otp: string) => Promise<OtpResult>;
    /** Resets the state. */
    reset: () => void;
  }
>()((set, get) => {
  let latest = 0;

  /** Sends a request; `onSuccess` is the state change if it succeeds. */
  const run = async (
    path: string,
    body: object,
    fallback: ErrorCode,
    onSuccess: Partial<OtpState>,
  ): Promise<OtpResult> => {
    const call = ++latest;
    set({ loading: true, error: null });
    const answer = await postJson(path, body, responseSchema);
    const message = answer.ok ? answer.data.message : (answer.message ?? errorText(fallback));
    if (call === latest) set({ loading: false, ...(answer.ok ? onSuccess : { error: message }) });
    return { success: answer.ok, message };
  };

  const refuse = (code: ErrorCode): OtpResult => {
    const message = errorText(code);
    set({ error: message });
    return { success: false, message };
  };

  return {
    ...UNSENT,
    generateOtp: (email) =>
      run('/user/generate-otp', { email }, 'otp.send_failed', { email, otpSent: true, otpVerified: false }),
    verifyOtp: async (otp) => {
      const { email, otpSent } = get();
      if (!email || !otpSent) return refuse('otp.email_required');
      if (!otpSchema.safeParse(otp).success) return refuse('otp.shape');
      return run('/user/verify-otp', { otp, email }, 'otp.verify_failed', { otpVerified: true });
    },
    reset: () => {
      latest++;
      set(UNSENT);
    },
  };
});
