import { useTranslations } from 'use-intl';
import { MoreRows, useMore } from '@/components/admin/more-rows';
import { AdminSection } from '@/components/admin/section';
import { TableRegion } from '@/components/admin/table-region';
import type { DryRun } from '@/lib/catalogue/import/schema';
import { formatCount } from '@/lib/core/format-count';

type NewInstitutesProps = { institutes: DryRun['newInstitutes']; total: number; similar: number };

/** The first institutes that an import would add, those that may exist under another spelling first. */
export function NewInstitutes({ institutes, total, similar }: NewInstitutesProps) {
  const t = useTranslations('adminCourses.import');
  const { shown, more } = useMore(institutes);
  const note =
    institutes.length < total
      ? t('shown', { shown: formatCount(institutes.length), total: formatCount(total) })
      : t('allInstitutes', { total });
  return (
    <AdminSection id="new-institutes" title={t('newInstitutes')} note={note}>
      {similar > 0 && <p className="text-small text-ink-2">{t('similarNote', { count: similar })}</p>}
      <TableRegion labelledBy="new-institutes" sticky={false}>
        <thead>
          <tr>
            <th scope="col">{t('column.institute')}</th>
            <th scope="col">{t('column.city')}</th>
            {similar > 0 && <th scope="col">{t('column.similar')}</th>}
            <th scope="col" className="figure">
              {t('column.line')}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ line, institute_name: name, city, similar: other }) => (
            <tr key={line}>
              <th scope="row" className="name">
                {name}
              </th>
              <td className="name">{city}</td>
              {similar > 0 && <td className="long">{other}</td>}
              <td className="figure">{line}</td>
            </tr>
          ))}
        </tbody>
      </TableRegion>
      <MoreRows {...more} />
    </AdminSection>
  );
}
