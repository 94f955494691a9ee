import { useTranslations } from 'use-intl';
import { OldToNew } from '@/components/admin/old-to-new';
import { MoreRows, useMore } from '@/components/admin/more-rows';
import { AdminSection } from '@/components/admin/section';
import { TableRegion } from '@/components/admin/table-region';
import type { DryRun } from '@/lib/catalogue/import/schema';
import { formatCount } from '@/lib/core/format-count';
import { formatINR, requirePaise } from '@/lib/core/money';

const years = (count: number | null) => (count === null ? '–' : String(count));
const rupees = (amount: string) => formatINR(requirePaise(amount));

/**
 * The first courses that an import would add or change, with old and new values; `total` is the number of all changes.
 */
export function Changes({ changes, total }: { changes: DryRun['changes']; total: number }) {
  const t = useTranslations('adminCourses.import');
  const { shown, more } = useMore(changes);
  return (
    <AdminSection
      id="changes"
      title={t('changes')}
      note={
        changes.length < total
          ? t('shown', { shown: formatCount(changes.length), total: formatCount(total) })
          : t('all', { total })
      }
    >
      <TableRegion labelledBy="changes">
        <thead>
          <tr>
            {(['branch', 'type', 'institute', 'city'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`column.${column}`)}
              </th>
            ))}
            <th scope="col" className="figure">
              {t('column.seats')}
            </th>
            <th scope="col" className="figure">
              {t('column.price')}
            </th>
            <th scope="col" className="figure">
              {t('column.duration')}
            </th>
            <th scope="col">{t('column.change')}</th>
            <th scope="col" className="figure">
              {t('column.line')}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ line, change, before, ...course }) => (
            <tr key={line}>
              <th scope="row" className="name">
                {course.branch}
              </th>
              <td>{course.course_name}</td>
              <td className="long">{course.institute_name ?? '–'}</td>
              <td className="name">{course.city}</td>
              <td className="figure">
                <OldToNew
                  old={before && formatCount(before.total_seats)}
                  now={formatCount(course.total_seats)}
                  to={t('to')}
                />
              </td>
              <td className="figure">
                <OldToNew
                  old={before && rupees(before.price_per_seat)}
                  now={rupees(course.price_per_seat)}
                  to={t('to')}
                />
              </td>
              <td className="figure">
                <OldToNew
                  old={before && years(before.duration_years)}
                  now={years(course.duration_years)}
                  to={t('to')}
                />
              </td>
              <td>{t(change)}</td>
              <td className="figure">{line}</td>
            </tr>
          ))}
        </tbody>
      </TableRegion>
      <MoreRows {...more} />
    </AdminSection>
  );
}
