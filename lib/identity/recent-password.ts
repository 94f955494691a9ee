import 'server-only';
import type { TransactionSql } from 'postgres';
import { HttpError } from '@/lib/core/errors';
import { RECENT_PASSWORD_SECONDS } from '@/lib/core/limits';
import { onlyRow } from './queries';
import type { SponsorScope } from './session';

type SessionAgain = { is_recent: boolean };

/**
 * Reads the session of a request once more, within withAccount: a change of the password that ran in between may have
 * ended it.
 * @returns whether its password was entered in the last RECENT_PASSWORD_SECONDS
 * @throws HttpError 401 if the session ended
 */
export async function readSessionAgain(connection: TransactionSql, scope: SponsorScope): Promise<SessionAgain> {
  const rows = await connection<SessionAgain[]>`
    select password_at > now() - ${RECENT_PASSWORD_SECONDS} * interval '1 second' as is_recent
      from sessions where id = ${scope.sessionId} and user_id = ${scope.personId}`;
  return onlyRow(rows);
}

/** Throws HttpError 403 'auth.confirm_password' unless the password of the session was entered recently. */
export function requireRecentPassword({ is_recent }: SessionAgain): void {
  if (!is_recent) throw new HttpError(403, 'auth.confirm_password');
}
