import { AdminSection } from '@/components/admin/section';
import { TableRegion } from '@/components/admin/table-region';
import { TypeTag } from '@/components/course/type-tag';
import type { AdminAdoption } from '@/lib/admin/adoptions/queries';
import { formatCount } from '@/lib/core/format-count';
import { formatINR, lineTotal } from '@/lib/core/money';
import { getTranslator } from '@/lib/i18n/server';
import { ActButton } from './act-button';

type LinesProps = { adoption: AdminAdoption; canChange: boolean };

/** The lines of the adoption with seats, price and total; removed lines stay listed. */
export function LinesSection({ adoption: { lines, totalPaise }, canChange }: LinesProps) {
  const t = getTranslator('en', 'adminAdoption.lines');
  const common = getTranslator('en', 'common');
  return (
    <AdminSection
      id="seats"
      title={t('title')}
      actions={
        canChange && (
          <>
            <ActButton act={{ form: 'reduce' }} />
            <ActButton act={{ form: 'cancel' }} />
          </>
        )
      }
    >
      <TableRegion labelledBy="seats">
        <thead>
          <tr>
            {(['course', 'type', 'place', 'seats', 'price', 'total'] as const).map((column, index) => (
              <th key={column} scope="col" className={index > 2 ? 'figure' : undefined}>
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ courseId, branch, courseType, institute, city, seats, pricePaise }) => (
            <tr key={courseId}>
              <th scope="row" className="name">
                {branch}
              </th>
              <td>
                <TypeTag type={courseType} />
              </td>
              <td className="long">
                {institute || common('otherInstitutes')}, {city}
              </td>
              <td className="figure">{seats > 0 ? formatCount(seats) : t('removed')}</td>
              <td className="figure">{formatINR(pricePaise)}</td>
              <td className="figure">{formatINR(lineTotal(seats, pricePaise))}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('total')}</th>
            <td colSpan={2} />
            <td className="figure font-semibold">{formatCount(lines.reduce((sum, { seats }) => sum + seats, 0))}</td>
            <td />
            <td className="figure font-semibold">{formatINR(totalPaise)}</td>
          </tr>
        </tbody>
      </TableRegion>
    </AdminSection>
  );
}
