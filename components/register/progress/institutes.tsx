import type { ReactNode } from 'react';
import { Disclosure } from '@/components/platform/ui/disclosure';
import { getNames } from '@/lib/catalogue/localized-names';
import { instituteKeyOf, instituteWithCity } from '@/lib/catalogue/names';
import { formatDate, indianDay } from '@/lib/platform/dates';
import { langOf } from '@/lib/platform/i18n/script';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import type { InstituteProgress } from '@/lib/register/progress-view';

type InstitutesProps = {
  institutes: readonly InstituteProgress[];
  /** How many are shown at once. */
  shown: number;
  /** What stands below the name of an institute. */
  children: (institute: InstituteProgress) => ReactNode;
};

/** Institutes with what is late or was stated last, and their students; the later ones are folded. */
export async function Institutes({ institutes, shown, ...entry }: InstitutesProps) {
  const t = await getTranslations('adoptionPage.progress');
  // One takes no more room than the line that would unfold it.
  const first = institutes.length > shown + 1 ? shown : institutes.length;
  return (
    <>
      <Entries institutes={institutes.slice(0, first)} {...entry} />
      {institutes.length > first && (
        <Disclosure small summary={t('moreInstitutes', { count: institutes.length - first })}>
          <Entries institutes={institutes.slice(first)} {...entry} />
        </Disclosure>
      )}
    </>
  );
}

async function Entries({ institutes, children }: Omit<InstitutesProps, 'shown'>) {
  const [t, names, locale] = [
    await getTranslations('adoptionPage.progress.report'),
    await getNames(),
    await getLocale(),
  ];
  return (
    <ul className="border-line not-first:border-t">
      {institutes.map((each) => {
        const { lines, late, statedAt } = each;
        const [{ institute, instituteHindi, city, presentInstitute }] = lines;
        const name = instituteWithCity(names, institute, instituteHindi, city);
        return (
          <li
            key={instituteKeyOf(lines[0])}
            className="grid gap-1 border-b border-line py-3 text-small last:border-b-0"
          >
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h3 lang={langOf(name)} className="font-sans text-small font-semibold tracking-normal wrap-anywhere">
                {name}
                {presentInstitute && (
                  <span className="font-normal"> ({t('calledNow', { name: presentInstitute })})</span>
                )}
              </h3>
              {late ? (
                <p className="font-semibold text-warn">
                  {t('dueSince', { kind: t(`kind.${late.kind}`), day: formatDate(indianDay(late.dueOn), locale) })}
                </p>
              ) : (
                statedAt &&
                // One line says the days of its reports.
                lines.length > 1 && (
                  <p className="text-ink-2">{t('reportedOn', { day: formatDate(statedAt, locale) })}</p>
                )
              )}
            </div>
            {children(each)}
          </li>
        );
      })}
    </ul>
  );
}
