import { useTranslations } from 'use-intl';
import { LongTable } from '@/components/admin/long-table';
import { OldToNew } from '@/components/admin/old-to-new';
import { AdminSection } from '@/components/admin/section';
import type { Column } from '@/components/platform/ui/data-table';
import type { DryRun } from '@/lib/catalogue-import/schema';
import { INSTITUTE_FIELDS } from '@/lib/catalogue/institute-details';
import { formatCount } from '@/lib/platform/format-count';

/** The first institutes whose details an import would set, change or clear; `total` is the number of all of them. */
export function InstituteChanges({ institutes, total }: { institutes: DryRun['institutes']; total: number }) {
  const t = useTranslations('catalogueImport');
  return (
    <AdminSection
      id="institutes"
      title={t('institutes')}
      note={
        institutes.length < total
          ? t('shown', { shown: formatCount(institutes.length), total: formatCount(total) })
          : t('allInstitutes', { total })
      }
    >
      <LongTable
        labelledBy="institutes"
        rows={institutes}
        rowKey={({ line }) => line}
        columns={[
          { title: t('column.institute'), as: 'name', cell: ({ institute_name: name }) => name },
          { title: t('column.city'), as: 'name', cell: ({ city }) => city },
          ...INSTITUTE_FIELDS.map((field): Column<DryRun['institutes'][number]> => ({
            title: t(`column.${field}`),
            as: 'long',
            cell: ({ details }) => {
              const change = details.find(({ name }) => name === field);
              return change && <OldToNew old={change.old} now={change.now ?? '–'} to={t('to')} />;
            },
          })),
          { title: t('column.line'), as: 'figure', cell: ({ line }) => line },
        ]}
      />
    </AdminSection>
  );
}
