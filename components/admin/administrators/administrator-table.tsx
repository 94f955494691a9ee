import { DataTable } from '@/components/platform/ui/data-table';
import type { ListedAdmin } from '@/lib/accounts/administrators/queries';
import { formatDateTime } from '@/lib/platform/dates';
import { getTranslator } from '@/lib/platform/i18n/server';
import { AdministratorActions } from './actions';
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
        { title: t('column.role'), cell: (row) => [role(`role.${row.role}`), ...row.area].join(', ') },
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
        {
          title: t('column.actions'),
          as: 'actions',
          cell: ({ id, username, role, area, isActive, isInvited, hasFactor }) => (
            <AdministratorActions {...{ id, username, role, area, isActive, isInvited, hasFactor }} />
          ),
        },
      ]}
    />
  );
}
