import { useTranslations } from 'use-intl';
import { MoreRows, useMore } from '@/components/admin/more-rows';
import { OldToNew } from '@/components/admin/old-to-new';
import { AdminSection } from '@/components/admin/section';
import { TableRegion } from '@/components/admin/table-region';
import type { DryRun } from '@/lib/catalogue/import/schema';
import { INSTITUTE_FIELDS } from '@/lib/catalogue/institute-details';
import { formatCount } from '@/lib/core/format-count';

/** The first institutes whose details an import would set, change or clear; `total` is the number of all of them. */
export function InstituteChanges({ institutes, total }: { institutes: DryRun['institutes']; total: number }) {
  const t = useTranslations('adminCourses.import');
  const { shown, more } = useMore(institutes);
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
      <TableRegion labelledBy="institutes">
        <thead>
          <tr>
            <th scope="col">{t('column.institute')}</th>
            <th scope="col">{t('column.city')}</th>
            {INSTITUTE_FIELDS.map((field) => (
              <th key={field} scope="col">
                {t(`column.${field}`)}
              </th>
            ))}
            <th scope="col" className="figure">
              {t('column.line')}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ line, institute_name: name, city, details }) => (
            <tr key={line}>
              <th scope="row" className="name">
                {name}
              </th>
              <td className="name">{city}</td>
              {INSTITUTE_FIELDS.map((field) => {
                const change = details.find((detail) => detail.name === field);
                return (
                  <td key={field} className="long">
                    {change && <OldToNew old={change.old} now={change.now ?? '–'} to={t('to')} />}
                  </td>
                );
              })}
              <td className="figure">{line}</td>
            </tr>
          ))}
        </tbody>
      </TableRegion>
      <MoreRows {...more} />
    </AdminSection>
  );
}
