import { RemoveFactor } from '@/components/admin/account/remove-factor';
import { TableRegion } from '@/components/admin/table-region';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import type { ListedAdmin } from '@/lib/admin/accounts/queries';
import { auditHref } from '@/lib/admin/audit-log/rules';
import { formatDateTime } from '@/lib/core/dates';
import { ADMIN_LINK_HOURS } from '@/lib/core/limits';
import { getTranslator } from '@/lib/i18n/server';
import { EditAdministrator } from './edit-administrator';
import { PasswordLink } from './password-link';
import { Sessions } from './sessions';

const COLUMNS = ['username', 'role', 'state', 'factor', 'created', 'sessions', 'lastSession'] as const;

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
    <TableRegion labelledBy={labelledBy}>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className={column === 'sessions' ? 'figure' : undefined}>
              {t(`column.${column}`)}
            </th>
          ))}
          <th scope="col" className="actions">
            <span className="sr-only">{t('column.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row" className="name">
              {row.username}
            </th>
            <td>{role(`role.${row.role}`)}</td>
            <td>{t(`state.${stateOf(row)}`)}</td>
            <td>{t(row.hasFactor ? 'factor.yes' : 'factor.no')}</td>
            <td className="tabular-nums">{formatDateTime(row.createdAt)}</td>
            <td className="figure">
              <Sessions id={row.id} username={row.username} sessions={row.sessions} own={own} />
            </td>
            <td className="tabular-nums">{row.sessions[0] ? formatDateTime(row.sessions[0].createdAt) : '–'}</td>
            <td className="actions">
              <span className="flex gap-2 *:px-1">
                <EditAdministrator id={row.id} username={row.username} role={row.role} isActive={row.isActive} />
                {row.hasFactor && <RemoveFactor other={{ id: row.id, username: row.username }} />}
                {row.isActive && (
                  <PasswordLink
                    id={row.id}
                    username={row.username}
                    hours={row.isInvited ? ADMIN_LINK_HOURS.invitation : ADMIN_LINK_HOURS.reset}
                  />
                )}
                <Button asChild variant="bare" size="small">
                  <Link href={auditHref({ who: row.username })} aria-label={t('historyOf', { username: row.username })}>
                    {t('history')}
                  </Link>
                </Button>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </TableRegion>
  );
}
