import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { OldToNew } from '@/components/admin/old-to-new';
import { MoreRows, useMore } from '@/components/admin/more-rows';
import { AdminSection } from '@/components/admin/section';
import { TableRegion } from '@/components/admin/table-region';
import { SelectField } from '@/components/ui/select-field';
import type { DryRun } from '@/lib/catalogue/import/schema';
import { formatCount } from '@/lib/core/format-count';
import { formatINR, requirePaise } from '@/lib/core/money';

const years = (count: number | null) => (count === null ? '–' : String(count));
const rupees = (amount: string) => formatINR(requirePaise(amount));

const KINDS = ['all', 'changed', 'added'] as const;
type Kind = (typeof KINDS)[number];

/** The first courses that an import would change or add, with old and new values; `counts` has the number of all. */
export function Changes({ changes, counts }: { changes: DryRun['changes']; counts: DryRun['counts'] }) {
  const t = useTranslations('adminCourses.import');
  const [kind, setKind] = useState<Kind>('all');
  const listed = kind === 'all' ? changes : changes.filter(({ change }) => change === kind);
  const total = kind === 'all' ? counts.added + counts.changed : counts[kind];
  const { shown, more } = useMore(listed);
  return (
    <AdminSection
      id="changes"
      title={t('changes')}
      note={
        listed.length < total
          ? t('shown', { shown: formatCount(listed.length), total: formatCount(total) })
          : t('all', { total })
      }
      actions={
        counts.added > 0 &&
        counts.changed > 0 && (
          <SelectField label={t('show')} value={kind} onChange={({ target }) => setKind(target.value as Kind)}>
            {KINDS.map((name) => (
              <option key={name} value={name}>
                {t(`showKind.${name}`)}
              </option>
            ))}
          </SelectField>
        )
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
            <th scope="col">{t('column.open')}</th>
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
              <td>
                <OldToNew
                  old={before && t(before.is_open ? 'open' : 'closed')}
                  now={t(course.is_open ? 'open' : 'closed')}
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
