'use client';

import { z } from 'zod';
import { create } from 'zustand';
import { persist, type PersistStorage } from 'zustand/middleware';
import { postJson, type ApiFailure } from '@/lib/api-client/client';
import {
  endClientSession,
  forgetSession,
  forgetSessionEnded,
  hasSessionEnded,
  storeToken,
} from '@/lib/api-client/session';
import { removeItem, writeItem } from '@/lib/core/storage';
import { errorText, type ErrorCode } from '@/lib/i18n/errors';
import { useSelectionStore } from '@/lib/selection/store';
import { isSessionKey, readSession, readToken, SIGNED_OUT, USER_KEY, VERSION, type Session } from './session-storage';
import { loginResponseSchema, type Registration } from './schema';

/** How far a call is, and what its last failure said: the server's words, or the catalogue's when it sent none (R-STATE-05). */
export type RequestState = { status: 'idle' | 'loading' | 'success' | 'error'; message: string | null };

type Request = 'login' | 'register';

/** How a request ended; `message` and `code` are the server's own and absent when it sent none. */
type Ended = { success: true } | { success: false; message?: string; code?: string };

type SessionState = Session & {
  requests: Record<Request, RequestState>;
  /** True on /login after a session that ended by itself. */
  hasEnded: boolean;
  /** Signs in: the token is stored, and what another sponsor chose in this browser is forgotten (R-STATE-01, A-30). */
  login: (credentials: { email: string; password: string }) => Promise<Ended>;
  /** Makes an account and signs nobody in (R-REGI-06). */
  register: (fields: Registration) => Promise<Ended>;
  /** Ends the session on the server, then here, and goes to /login. Without an answer nothing changes and the tab stays. */
  signOut: () => Promise<Ended>;
  /** Forgets how the last request ended, so that a page opened again does not tell an old failure. */
  forgetRequest: (request: Request) => void;
  /**
   * Brings the browser in line with the server on /login: without a live session leftovers are cleared.
   * @param isLive whether the page's cookie is a live session
   * @returns true when the sponsor is signed in with both carriers and belongs on the dashboard
   */
  reconcile: (isLive: boolean) => boolean;
};

const IDLE: RequestState = { status: 'idle', message: null };

const storage: PersistStorage<Session> = {
  getItem: () => ({ state: readSession(), version: VERSION }),
  setItem: (key, value) => void writeItem('localStorage', key, JSON.stringify(value)),
  removeItem: (key) => removeItem('localStorage', key),
};

/** The session as this browser knows it, under `user-storage` (R-ENT-03). Rendered on the server it is signed out. */
export const useSession = create<SessionState>()(
  persist(
    (set, get) => {
      const report = (request: Request, status: RequestState['status'], message: string | null = null) =>
        set({ requests: { ...get().requests, [request]: { status, message } } });
      // The failure before stays until this one's end is known, so that a banner does not jump away and back.
      const start = (request: Request) => report(request, 'loading', get().requests[request].message);
      const fail = (
        request: 'login' | 'register',
        failure: Pick<ApiFailure, 'message' | 'code'>,
        fallback: ErrorCode,
      ): Ended => {
        report(request, 'error', failure.message ?? errorText(fallback));
        return { success: false, message: failure.message, code: failure.code };
      };
      return {
        ...SIGNED_OUT,
        requests: { login: IDLE, register: IDLE },
        hasEnded: false,

        login: async (credentials) => {
          start('login');
          const answer = await postJson('/user/login', credentials, loginResponseSchema);
          if (!answer.ok) return fail('login', answer, 'auth.login_failed');
          const { user, token } = answer.data;
          const hasToken = storeToken(token);
          set({ isLoggedIn: true, user, userId: user.id });
          // Read again: a storage that is nearly full may have taken the one and not the other, and the next page would know nobody.
          if (!hasToken || readSession().userId !== user.id) {
            set(SIGNED_OUT);
            forgetSession();
            void postJson('/user/logout', {}, z.unknown(), { bearer: token });
            return fail('login', { message: errorText('auth.storage_off') }, 'auth.login_failed');
          }
          forgetSessionEnded();
          useSelectionStore.getState().adoptOwner(user.id);
          report('login', 'success');
          return { success: true };
        },

        register: async (fields) => {
          start('register');
          const answer = await postJson('/user/register', fields, z.unknown());
          if (!answer.ok) return fail('register', answer, 'auth.registration_failed');
          report('register', 'success');
          return { success: true };
        },

        signOut: async () => {
          const answer = await postJson('/user/logout', {}, z.unknown(), { bearer: readToken() ?? undefined });
          if (!answer.ok && answer.status !== 401) return { success: false, message: answer.message };
          endClientSession({ loggedOut: true });
          set(SIGNED_OUT);
          // Last: a page that is still open must not take what it loses for an empty choice.
          useSelectionStore.getState().forgetDashboard();
          return { success: true };
        },

        forgetRequest: (request) => report(request, 'idle'),

        reconcile: (isLive) => {
          if (isLive && readToken() !== null) return true;
          // A redirect between pages leaves the document, and with it what Back would show of the sponsor.
          if (!isLive && readToken() !== null) endClientSession();
          set({ ...SIGNED_OUT, hasEnded: hasSessionEnded() });
          forgetSession();
          return false;
        },
      };
    },
    {
      name: USER_KEY,
      version: VERSION,
      storage,
      partialize: ({ isLoggedIn, user, userId }) => ({ isLoggedIn, user, userId }) as Session,
    },
  ),
);

// What another tab stores or removes counts here as well.
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    if (isSessionKey(key)) void useSession.persist.rehydrate();
  });
