import { RemoveFactor } from '@/components/admin/account/remove-factor';
import { Button } from '@/components/platform/ui/button';
import { DataTable } from '@/components/platform/ui/data-table';
import { Link } from '@/components/platform/ui/link';
import type { ListedAdmin } from '@/lib/accounts/administrators/queries';
import { AUDIT_LIST } from '@/lib/accounts/audit-log/schema';
import { formatDateTime } from '@/lib/platform/dates';
import { ADMIN_LINK_HOURS } from '@/lib/platform/limits';
import { getTranslator } from '@/lib/platform/i18n/server';
import { EditAdministrator } from './edit-administrator';
import { PasswordLink } from './password-link';
import { Sessions } from './sessions';

const stateOf = ({ isActive, isInvited }: ListedAdmin) => (!isActive ? 'inactive' : isInvited ? 'invited' : 'active');

type AdministratorTableProps = {
  labelledBy: string;
  rows: readonly ListedAdmin[];
  /** The session that shows the page. */
  own: string;
};

/** All administrators with their roles and live sessions. */
export function AdministratorTable({ labelledBy, rows, own }: AdministratorTableProps) {
  const t = getTranslator('en', 'administrators');
  const role = getTranslator('en', 'admin');
  return (
    <DataTable
      labelledBy={labelledBy}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { title: t('column.username'), as: 'name', cell: ({ username }) => username },
        { title: t('column.role'), cell: (row) => role(`role.${row.role}`) },
        { title: t('column.state'), cell: (row) => t(`state.${stateOf(row)}`) },
        { title: t('column.factor'), cell: ({ hasFactor }) => t(hasFactor ? 'factor.yes' : 'factor.no') },
        { title: t('column.created'), as: 'digits', cell: ({ createdAt }) => formatDateTime(createdAt) },
        {
          title: t('column.sessions'),
          as: 'figure',
          cell: ({ id, username, sessions }) => <Sessions id={id} username={username} sessions={sessions} own={own} />,
        },
        {
          title: t('column.lastSession'),
          as: 'digits',
          cell: ({ sessions: [last] }) => (last ? formatDateTime(last.createdAt) : '–'),
        },
        { title: t('column.actions'), as: 'actions', cell: (row) => <Actions row={row} /> },
      ]}
    />
  );
}

function Actions({ row: { id, username, role, isActive, isInvited, hasFactor } }: { row: ListedAdmin }) {
  const t = getTranslator('en', 'administrators');
  return (
    <span className="flex gap-2 *:px-1">
      <EditAdministrator id={id} username={username} role={role} isActive={isActive} />
      {hasFactor && <RemoveFactor other={{ id, username }} />}
      {isActive && (
        <PasswordLink
          id={id}
          username={username}
          hours={isInvited ? ADMIN_LINK_HOURS.invitation : ADMIN_LINK_HOURS.reset}
        />
      )}
      <Button asChild variant="bare" size="small">
        <Link href={AUDIT_LIST.href({ who: username })} aria-label={t('historyOf', { username })}>
          {t('history')}
        </Link>
      </Button>
    </span>
  );
}
