'use client';

import { z } from 'zod';
import { create } from 'zustand';
import { postJson } from '@/lib/api-client/client';
import type { ErrorCode } from '@/lib/core/errors';
import { errorText } from '@/lib/i18n/errors';
import { otpSchema } from '@/lib/otp/schema';

/** The API's answer; `message` is the sentence to show. */
const answerSchema = z.object({ success: z.literal(true), message: z.string() });

type OtpState = {
  /** The e-mail that the code was asked for; a code confirms no other. */
  email: string | null;
  /** True once a code was sent (R-STATE-06), and once it was verified (R-STATE-07). */
  otpSent: boolean;
  otpVerified: boolean;
  loading: boolean;
  /** What went wrong last: the server's sentence, or the catalogue's when it said none (R-ERR-01, R-ERR-05, R-ERR-06). */
  error: string | null;
};

type Ended = { success: boolean; message: string };

const UNSENT: OtpState = { email: null, otpSent: false, otpVerified: false, loading: false, error: null };

/**
 * Confirms the e-mail of a registered sponsor by a code: generate, verify, reset. It is kept in memory only and no
 * screen uses it yet. Every action gives the sentence to show; an answer that comes after a reset or a newer call changes nothing.
 */
export const useOtpStore = create<
  OtpState & {
    /** Asks for a code for this e-mail; the answer is the same whether or not it has an account (security 12). */
    generateOtp: (email: string) => Promise<Ended>;
    /** Sends the typed digits for the e-mail that generateOtp named. Nothing is sent unless they are six. */
    verifyOtp: (otp: string) => Promise<Ended>;
    /** Clears all of it (R-STATE-08). */
    reset: () => void;
  }
>()((set, get) => {
  let latest = 0;

  /** Runs the newest call; `onSuccess` is what changes when it succeeds. */
  const run = async (path: string, body: object, fallback: ErrorCode, onSuccess: Partial<OtpState>): Promise<Ended> => {
    const call = ++latest;
    set({ loading: true, error: null });
    const answer = await postJson(path, body, answerSchema);
    const message = answer.ok ? answer.data.message : (answer.message ?? errorText(fallback));
    if (call === latest) set({ loading: false, ...(answer.ok ? onSuccess : { error: message }) });
    return { success: answer.ok, message };
  };

  const refuse = (code: ErrorCode): Ended => {
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
