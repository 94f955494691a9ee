'use client';

import { create } from 'zustand';
import { persist, type PersistStorage } from 'zustand/middleware';
import { call, type ApiFailure, type ApiResult } from '@/lib/api-client/client';
import {
  endClientSession,
  forgetSession,
  forgetSessionEnded,
  hasSessionEnded,
  storeToken,
} from '@/lib/api-client/session';
import {
  isSessionKey,
  readSession,
  readToken,
  SIGNED_OUT,
  USER_KEY,
  VERSION,
  type Session,
} from '@/lib/api-client/session-storage';
import { removeItem, writeItem } from '@/lib/core/storage';
import { errorText, type ErrorCode } from '@/lib/i18n/errors';
import { useSelectionStore } from '@/lib/selection/store';
import type { Registration } from './schema';

/** The status of a request, and its last error: the message of the server, or the fallback text if there is none. */
type RequestState = { status: 'idle' | 'loading' | 'success' | 'error'; message: string | null };

type Request = 'login' | 'register';

/** The result of a request; the message of a failure is from the server and absent if it sent none. */
type RequestResult = ApiResult<null>;

const DONE = { ok: true, data: null } as const;

type SessionState = Session & {
  requests: Record<Request, RequestState>;
  /** True on /login after a session expired. */
  hasEnded: boolean;
  /** Signs in: stores the token and removes the selection of another sponsor from this browser. */
  login: (credentials: { email: string; password: string }) => Promise<RequestResult>;
  /** Creates an account without signing in. */
  register: (fields: Registration) => Promise<RequestResult>;
  /**
   * Ends the session on the server, then in the browser, and goes to /login. If the server does not respond, nothing
   * changes.
   */
  signOut: () => Promise<RequestResult>;
  /**
   * Synchronises the browser with the server on /login: clears stored data if there is no live session.
   * @param isLive true if the cookie of the page has a live session
   * @returns true if both the cookie and the token exist, and the sponsor belongs on the dashboard
   */
  reconcile: (isLive: boolean) => boolean;
};

const IDLE: RequestState = { status: 'idle', message: null };

const storage: PersistStorage<Session> = {
  getItem: () => ({ state: readSession(), version: VERSION }),
  setItem: (key, value) => void writeItem('localStorage', key, JSON.stringify(value)),
  removeItem: (key) => removeItem('localStorage', key),
};

/** The session stored in this browser. Signed out during server rendering. */
export const useSession = create<SessionState>()(
  persist(
    (set, get) => {
      const report = (request: Request, status: RequestState['status'], message: string | null = null) =>
        set({ requests: { ...get().requests, [request]: { status, message } } });
      // The previous error stays until this request ends, to prevent layout shifts.
      const start = (request: Request) => report(request, 'loading', get().requests[request].message);
      const fail = (request: Request, failure: ApiFailure, fallback: ErrorCode): RequestResult => {
        report(request, 'error', failure.message ?? errorText(fallback));
        return failure;
      };
      return {
        ...SIGNED_OUT,
        requests: { login: IDLE, register: IDLE },
        hasEnded: false,

        login: async (credentials) => {
          start('login');
          const answer = await call('POST /user/login', { body: credentials });
          if (!answer.ok) return fail('login', answer, 'auth.login_failed');
          const { user, token } = answer.data;
          const hasToken = storeToken(token);
          set({ isLoggedIn: true, user, userId: user.id });
          // Verified by reading: nearly full storage may have accepted only one of the values, and the next page would
          // be signed out.
          if (!hasToken || readSession().userId !== user.id) {
            set(SIGNED_OUT);
            forgetSession();
            void call('POST /user/logout', { bearer: token });
            const message = errorText('auth.storage_off');
            return fail('login', { ok: false, status: null, message, details: {} }, 'auth.login_failed');
          }
          forgetSessionEnded();
          useSelectionStore.getState().claimSelectionFor(user.id);
          report('login', 'success');
          return DONE;
        },

        register: async (fields) => {
          start('register');
          const answer = await call('POST /user/register', { body: fields });
          if (!answer.ok) return fail('register', answer, 'auth.registration_failed');
          report('register', 'success');
          return DONE;
        },

        signOut: async () => {
          const answer = await call('POST /user/logout', { bearer: readToken() });
          if (!answer.ok && answer.status !== 401) return answer;
          endClientSession({ loggedOut: true });
          set(SIGNED_OUT);
          // Called last: an open page must not treat the removal as an emptied selection.
          useSelectionStore.getState().forgetDashboard();
          return DONE;
        },

        reconcile: (isLive) => {
          if (isLive && readToken() !== null) return true;
          // Navigation within the app would keep the document, and with it sponsor data that the Back button would
          // show.
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

// Follows changes of the session in other tabs.
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    if (isSessionKey(key)) void useSession.persist.rehydrate();
  });
