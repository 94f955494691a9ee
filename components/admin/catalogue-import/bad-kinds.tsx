import { Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { AdminSection } from '@/components/admin/section';
import { TableRegion } from '@/components/admin/table-region';
import { saveFile } from '@/components/checkout/save-file';
import { Button } from '@/components/ui/button';
import { badRowsFile } from '@/lib/catalogue/import/bad-file';
import type { DryRun } from '@/lib/catalogue/import/schema';
import { formatCount } from '@/lib/core/format-count';

/** The kinds of mistakes with their numbers, and the bad rows as a file to correct. */
export function BadKinds({ kinds, bad }: { kinds: DryRun['badKinds']; bad: DryRun['bad'] }) {
  const t = useTranslations('adminCourses.import');
  const download = (
    <Button variant="line" size="small" onClick={() => saveFile(badRowsFile(bad), 'bad-rows.csv')}>
      <Download aria-hidden />
      {t('downloadBad')}
    </Button>
  );
  return (
    <AdminSection id="kinds" title={t('kinds')} note={t('kindsNote')} actions={download}>
      <TableRegion labelledBy="kinds" sticky={false}>
        <thead>
          <tr>
            <th scope="col" className="figure w-0">
              {t('column.rows')}
            </th>
            <th scope="col">{t('column.example')}</th>
            <th scope="col" className="figure w-0">
              {t('column.line')}
            </th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ count, line, example }) => (
            <tr key={`${line} ${example}`}>
              <td className="figure">{formatCount(count)}</td>
              <th scope="row" className="long max-w-none! min-w-0!">
                {example}
              </th>
              <td className="figure">{line}</td>
            </tr>
          ))}
        </tbody>
      </TableRegion>
    </AdminSection>
  );
}
