import 'server-only';
import type { AreaScope } from '@/lib/accounts/administrators/session';
import { MAX_MANY } from '@/lib/platform/limits';
import type { RowChoice } from '@/lib/platform/row-choice';
import { remindOffice } from '@/lib/register/checks/mutations';
import { listAttention } from './queries';

/**
 * Reminds the offices of institutes of their late reports, each by itself as remindOffice does.
 * @param choice ids of institutes; a filter stands for all that have late reports, at most MAX_MANY
 * @returns what became of each: null, or why it was not reminded
 * @throws HttpError 401 'admin.session_ended' as soon as the account may not do it any more; what was done stays
 */
export async function remindOffices(
  scope: AreaScope,
  choice: RowChoice,
): Promise<{ id: string; code: string | null }[]> {
  const ids =
    choice.by === 'ids'
      ? choice.ids
      : (await listAttention(scope, { kind: 'reports_late' }, { page: 1, size: MAX_MANY })).map(({ id }) => id);
  const results: { id: string; code: string | null }[] = [];
  for (const id of ids) {
    const outcome = await remindOffice(scope, id);
    results.push({ id, code: outcome.ok ? null : outcome.code });
  }
  return results;
}
