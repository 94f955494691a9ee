import { useTranslations } from 'use-intl';
import { LongTable } from '@/components/admin/long-table';
import { OldToNew } from '@/components/admin/old-to-new';
import { AdminSection } from '@/components/admin/section';
import type { DryRun } from '@/lib/catalogue-import/schema';

/** The institutes to which an import gives another name, because the file has their number with it. */
export function RenamedInstitutes({ renamed }: { renamed: DryRun['renamed'] }) {
  const t = useTranslations('catalogueImport');
  return (
    <AdminSection id="renamed" title={t('renamed')} note={t('allInstitutes', { total: renamed.length })}>
      <p className="text-small text-ink-2">{t('renamedNote')}</p>
      <LongTable
        labelledBy="renamed"
        sticky={false}
        rows={renamed}
        rowKey={({ line }) => line}
        columns={[
          {
            title: t('column.institute'),
            as: 'long',
            cell: ({ from, to }) => <OldToNew old={from} now={to} to={t('to')} />,
          },
          { title: t('column.city'), as: 'name', cell: ({ city }) => city },
          { title: t('column.line'), as: 'figure', cell: ({ line }) => line },
        ]}
      />
    </AdminSection>
  );
}
