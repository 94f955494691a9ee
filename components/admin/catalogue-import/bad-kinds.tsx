import { Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { AdminSection } from '@/components/admin/section';
import { saveFile } from '@/components/platform/form/save-file';
import { Button } from '@/components/platform/ui/button';
import { DataTable } from '@/components/platform/ui/data-table';
import { badRowsFile } from '@/lib/catalogue-import/bad-file';
import type { DryRun } from '@/lib/catalogue-import/schema';
import { formatCount } from '@/lib/platform/format-count';

/** The kinds of mistakes with their numbers, and the bad rows as a file to correct. */
export function BadKinds({ kinds, bad }: { kinds: DryRun['badKinds']; bad: DryRun['bad'] }) {
  const t = useTranslations('catalogueImport');
  const download = (
    <Button variant="line" size="small" onClick={() => saveFile(badRowsFile(bad), 'bad-rows.csv')}>
      <Download aria-hidden />
      {t('downloadBad')}
    </Button>
  );
  return (
    <AdminSection id="kinds" title={t('kinds')} note={t('kindsNote')} actions={download}>
      <DataTable
        labelledBy="kinds"
        sticky={false}
        rows={kinds}
        rowKey={({ line, example }) => `${line} ${example}`}
        columns={[
          {
            title: t('column.example'),
            as: 'long',
            className: 'max-w-none! min-w-0!',
            cell: ({ example }) => example,
          },
          { title: t('column.rows'), as: 'figure', className: 'w-0', cell: ({ count }) => formatCount(count) },
          { title: t('column.line'), as: 'figure', className: 'w-0', cell: ({ line }) => line },
        ]}
      />
    </AdminSection>
  );
}
