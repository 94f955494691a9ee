import { AdminSection } from '@/components/admin/section';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { Link } from '@/components/platform/ui/link';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { latestUsers } from '@/lib/admin/users-and-billings/queries';
import { formatCount } from '@/lib/platform/format-count';
import { packRows } from '@/lib/platform/packed-rows';
import { getTranslator } from '@/lib/platform/i18n/server';
import { SpreadsheetButton } from './download';
import { UserTable } from './user-table';

/** Number of users on the dashboard. */
const LATEST = 5;

/** The newest users and a link to all of them; `total` is their number. */
export async function LatestUsers({ scope, total }: { scope: AdminScope; total: number }) {
  const t = getTranslator('en', 'usersAndBillings.users');
  const rows = await latestUsers(scope, LATEST);
  const note = (
    <>
      {t('first', { shown: rows.length, total: formatCount(total) })}
      <Link href="/admin/users" className="ms-4 font-semibold text-link underline-offset-4 hover:decoration-2">
        {t('all')}
      </Link>
    </>
  );
  return (
    <AdminSection
      id="users"
      title={t('title')}
      note={rows.length > 0 && note}
      actions={<SpreadsheetButton kind="users" filterParams="" count={total} />}
    >
      {rows.length === 0 ? (
        <EmptyState title={t('none')} text={t('noneText')} />
      ) : (
        <UserTable labelledBy="users" rows={packRows(rows)} />
      )}
    </AdminSection>
  );
}
