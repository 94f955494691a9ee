'use client';

import { useTranslations } from 'use-intl';
import { ActionButton } from '@/components/platform/form/action-button';
import { DataTable } from '@/components/platform/ui/data-table';
import { Link } from '@/components/platform/ui/link';
import { Note } from '@/components/platform/ui/note';
import type { ScheduledExport } from '@/lib/admin/exports/queries';
import { callAsAdmin } from '@/lib/api/client/admin';
import { formatTableDay } from '@/lib/platform/dates';

/** The tables that an administrator gets by e-mail. @param isWaiting whether there is no confirmed address */
export function ScheduledExports({ rows, isWaiting }: { rows: readonly ScheduledExport[]; isWaiting: boolean }) {
  const t = useTranslations('spreadsheet.scheduled');
  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-small text-ink-2">{t('about')}</p>
      {rows.length > 0 && isWaiting && <Note kind="warn">{t('waits')}</Note>}
      <DataTable
        labelledBy="exports"
        rows={rows}
        rowKey={({ id }) => id}
        none={t('none')}
        columns={[
          { title: t('table'), as: 'name', cell: ({ name, path }) => <Link href={path}>{name}</Link> },
          { title: t('filter'), as: 'long', cell: ({ filter }) => filter ?? t('everything') },
          { title: t('every'), as: 'name', cell: ({ every }) => t(`rhythm.${every}`) },
          { title: t('next'), as: 'digits', cell: ({ nextOn }) => formatTableDay(nextOn) },
          {
            title: t('actions'),
            as: 'actions',
            cell: ({ id, name, every }) => (
              <ActionButton
                variant="bare"
                size="small"
                aria-label={t('stopOf', { table: name, every: t(`rhythm.${every}`) })}
                send={() => callAsAdmin('DELETE /admin/exports/{exportId}', { params: { exportId: id } })}
                toast="export"
                done={t('stopped', { table: name })}
              >
                {t('stop')}
              </ActionButton>
            ),
          },
        ]}
      />
    </div>
  );
}
