import { useTranslations } from 'use-intl';
import { LongTable } from '@/components/admin/long-table';
import { AdminSection } from '@/components/admin/section';
import type { DryRun } from '@/lib/catalogue-import/schema';
import { formatCount } from '@/lib/platform/format-count';

type NewInstitutesProps = { institutes: DryRun['newInstitutes']; total: number; similar: number };

/** The first institutes that an import would add, those that may exist under another spelling first. */
export function NewInstitutes({ institutes, total, similar }: NewInstitutesProps) {
  const t = useTranslations('catalogueImport');
  const note =
    institutes.length < total
      ? t('shown', { shown: formatCount(institutes.length), total: formatCount(total) })
      : t('allInstitutes', { total });
  return (
    <AdminSection id="new-institutes" title={t('newInstitutes')} note={note}>
      {similar > 0 && <p className="text-small text-ink-2">{t('similarNote', { count: similar })}</p>}
      <LongTable
        labelledBy="new-institutes"
        sticky={false}
        rows={institutes}
        rowKey={({ line }) => line}
        columns={[
          { title: t('column.institute'), as: 'name', cell: ({ institute_name: name }) => name },
          { title: t('column.city'), as: 'name', cell: ({ city }) => city },
          similar > 0 && { title: t('column.similar'), as: 'long', cell: ({ similar: other }) => other },
          { title: t('column.line'), as: 'figure', cell: ({ line }) => line },
        ]}
      />
    </AdminSection>
  );
}
