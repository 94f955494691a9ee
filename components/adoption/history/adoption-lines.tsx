import { TypeTag } from '@/components/catalogue/course/type-tag';
import { getNames } from '@/lib/catalogue/localized-names';
import { toCourseType } from '@/lib/catalogue/schema';
import { formatCount } from '@/lib/platform/format-count';
import { formatINR, lineTotal } from '@/lib/platform/money';
import type { SummaryLine } from '@/lib/adoption/core/summary';
import { langOf } from '@/lib/platform/i18n/script';
import { getTranslations } from '@/lib/platform/i18n/server';
import { namesCity } from '@/lib/platform/place-of';

/** The courses of an adoption. */
export async function AdoptionLines({ lines }: { lines: readonly SummaryLine[] }) {
  const t = await getTranslations('adoptionHistory');
  const names = await getNames();
  const common = await getTranslations('common');
  /** Also the first year of several: it says that others follow. */
  const yearText = ({ studyYear: year = 1, years }: Pick<SummaryLine, 'studyYear' | 'years'>) =>
    years && years > 1 ? common('studyYearOf', { year, years }) : year > 1 && common('studyYear', { year });
  return (
    <ul className="mt-1 border-t border-line">
      {lines.map(({ courseName, city, seats, pricePaise, session, studyYear, years, ...line }, index) => {
        const type = toCourseType(courseName);
        const branch = names.branch(line.branch, line.branchHindi);
        const institute = names.institute(line.institute, line.instituteHindi);
        return (
          <li
            key={index}
            className="grid gap-x-6 border-b border-line py-2.5 text-small last:border-b-0 sm:grid-cols-[minmax(0,1fr)_auto]"
          >
            <div className="min-w-0 wrap-anywhere">
              <p className="flex flex-wrap items-baseline gap-x-3">
                <b lang={langOf(branch)}>{branch}</b>
                {type ? <TypeTag type={type} /> : <span>{courseName}</span>}
              </p>
              <p className="text-ink-2">
                <span lang={langOf(institute)}>{institute || common('otherInstitutes')}</span>
                {!namesCity(institute, city, names.place(city)) && <span>{`, ${names.place(city)}`}</span>}
              </p>
              {line.presentInstitute && <p className="text-ink-2">{t('calledNow', { name: line.presentInstitute })}</p>}
              <p className="text-ink-2">{[session, yearText({ studyYear, years })].filter(Boolean).join(', ')}</p>
            </div>
            <p className="tabular-nums max-sm:flex max-sm:flex-wrap max-sm:justify-between max-sm:gap-x-4 sm:text-end">
              <span className="text-ink-2 sm:block">
                {t('line', { seats: formatCount(seats), price: formatINR(pricePaise) })}
              </span>
              <b className="money">{formatINR(lineTotal(seats, pricePaise))}</b>
            </p>
          </li>
        );
      })}
    </ul>
  );
}
