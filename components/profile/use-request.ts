import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { userDelete, userPost } from '@/lib/api-client/session';
import type { ApiResult } from '@/lib/api-client/client';
import { anything } from '@/lib/core/schema';
import { useConfirmedPassword } from './confirm-password';

type ProfileRequest = {
  pending: boolean;
  /** Why the last request failed. */
  problem: string | null;
  /** Each sends a request and returns whether it succeeded. */
  send: (path: string, body: object) => Promise<boolean>;
  remove: (path: string) => Promise<boolean>;
  /** See useConfirmedPassword. */
  dialog: ReactNode;
};

/** Sends requests of the profile and keeps whether one runs and why it failed. */
export function useRequest(): ProfileRequest {
  const t = useTranslations('profile');
  const { confirmed, dialog } = useConfirmedPassword();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async (request: () => Promise<ApiResult<unknown>>): Promise<boolean> => {
    if (pending) return false;
    setPending(true);
    setProblem(null);
    const answer = await confirmed(request);
    setPending(false);
    if (!answer.ok) setProblem(answer.message ?? t('security.failed'));
    return answer.ok;
  };
  return {
    pending,
    problem,
    send: (path, body) => run(() => userPost(path, body, anything)),
    remove: (path) => run(() => userDelete(path, anything)),
    dialog,
  };
}
