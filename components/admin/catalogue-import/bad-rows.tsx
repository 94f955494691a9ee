import { useTranslations } from 'use-intl';
import { AdminSection } from '@/components/admin/section';
import { TableRegion } from '@/components/admin/table-region';
import { Button } from '@/components/ui/button';
import type { DryRun } from '@/lib/catalogue/import/schema';
import { formatCount } from '@/lib/core/format-count';
import { useMore } from './use-more';

type BadRowsProps = { bad: DryRun['bad']; title: string; note: string };

/** Lists each row that cannot be read, with its line in the file and all of its errors. */
export function BadRows({ bad, title, note }: BadRowsProps) {
  const t = useTranslations('adminCourses.import');
  const { shown, next, showMore } = useMore(bad);
  return (
    <AdminSection id="bad" title={title} note={note}>
      <TableRegion labelledBy="bad" sticky={false}>
        <thead>
          <tr>
            <th scope="col" className="figure w-0">
              {t('column.line')}
            </th>
            <th scope="col">{t('column.reasons')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ line, problems }) => (
            <tr key={line}>
              <th scope="row" className="figure">
                {line}
              </th>
              <td className="long max-w-none! min-w-0!">
                <ul>
                  {problems.map((problem) => (
                    <li key={problem}>{problem}</li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </TableRegion>
      {next > 0 && (
        <Button variant="line" size="small" className="justify-self-start" onClick={showMore}>
          {t('more', { count: formatCount(next) })}
        </Button>
      )}
    </AdminSection>
  );
}
