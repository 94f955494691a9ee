import Link from 'next/link';
import { RemoveFactor } from '@/components/admin/account/remove-factor';
import { TableRegion } from '@/components/admin/table-region';
import { Button } from '@/components/ui/button';
import type { ListedAdmin } from '@/lib/admin/accounts/queries';
import { auditHref } from '@/lib/admin/audit-log/rules';
import { formatDateTime } from '@/lib/core/dates';
import { formatCount } from '@/lib/core/format-count';
import { getTranslator } from '@/lib/i18n/server';
import { EditAdministrator } from './edit-administrator';
import { EndSessions } from './end-sessions';

const COLUMNS = ['username', 'role', 'state', 'factor', 'created', 'sessions', 'lastSession'] as const;

/** All administrators with their roles and live sessions. */
export function AdministratorTable({ labelledBy, rows }: { labelledBy: string; rows: readonly ListedAdmin[] }) {
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
            <td>{t(row.isActive ? 'state.active' : 'state.inactive')}</td>
            <td>{t(row.hasFactor ? 'factor.yes' : 'factor.no')}</td>
            <td className="tabular-nums">{formatDateTime(row.createdAt)}</td>
            <td className="figure">{formatCount(row.sessions)}</td>
            <td className="tabular-nums">{row.lastSession ? formatDateTime(row.lastSession) : '–'}</td>
            <td className="actions">
              <span className="flex gap-2 *:px-1">
                <EditAdministrator id={row.id} username={row.username} role={row.role} isActive={row.isActive} />
                {row.hasFactor && <RemoveFactor other={{ id: row.id, username: row.username }} />}
                {row.sessions > 0 && <EndSessions id={row.id} username={row.username} />}
                <Button asChild variant="bare" size="small">
                  <Link
                    href={auditHref({ who: row.username })}
                    prefetch={false}
                    aria-label={t('historyOf', { username: row.username })}
                  >
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
