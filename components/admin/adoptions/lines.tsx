import { AdminSection } from '@/components/admin/section';
import { TypeTag } from '@/components/catalogue/course/type-tag';
import { DataTable } from '@/components/platform/ui/data-table';
import type { AdminAdoption } from '@/lib/admin/adoptions/queries';
import { formatCount } from '@/lib/platform/format-count';
import { formatINR, lineTotal } from '@/lib/platform/money';
import { getTranslator } from '@/lib/platform/i18n/server';
import { ActionFormButton } from './action-form-button';

type LinesProps = { adoption: AdminAdoption; canChange: boolean };

/** The lines of the adoption with seats, price and total; removed lines stay listed. */
export function LinesSection({ adoption: { lines, totalPaise }, canChange }: LinesProps) {
  const t = getTranslator('en', 'adminAdoption.lines');
  const common = getTranslator('en', 'common');
  const tCourses = getTranslator('en', 'adminCourses');
  return (
    <AdminSection
      id="seats"
      title={t('title')}
      actions={
        canChange && (
          <>
            <ActionFormButton action={{ form: 'reduce' }} />
            <ActionFormButton action={{ form: 'cancel' }} />
          </>
        )
      }
    >
      <DataTable
        labelledBy="seats"
        rows={lines}
        rowKey={({ courseId }) => courseId}
        columns={[
          { title: t('course'), as: 'name', cell: ({ branch }) => branch, sum: t('total') },
          { title: t('type'), cell: ({ courseType }) => <TypeTag type={courseType} /> },
          {
            title: t('place'),
            as: 'long',
            cell: ({ institute, city, presentInstitute }) => (
              <>
                {`${institute || common('otherInstitutes')}, ${city}`}
                {presentInstitute && <small>{t('calledNow', { name: presentInstitute })}</small>}
              </>
            ),
          },
          {
            title: t('session'),
            as: 'digits',
            cell: ({ session, studyYear: year }) => tCourses('sessionAndYear', { session, year }),
          },
          {
            title: t('seats'),
            as: 'figure',
            cell: ({ seats }) => (seats > 0 ? formatCount(seats) : t('removed')),
            sum: formatCount(lines.reduce((sum, { seats }) => sum + seats, 0)),
          },
          { title: t('price'), as: 'figure', cell: ({ pricePaise }) => formatINR(pricePaise) },
          {
            title: t('total'),
            as: 'figure',
            cell: ({ seats, pricePaise }) => formatINR(lineTotal(seats, pricePaise)),
            sum: formatINR(totalPaise),
          },
        ]}
      />
    </AdminSection>
  );
}
