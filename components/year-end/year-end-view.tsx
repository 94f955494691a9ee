import { AnnualStatements } from '@/components/adoption/history/annual-statements';
import { Section } from '@/components/adoption/page/section';
import { Link } from '@/components/platform/ui/link';
import type { AdoptionScope } from '@/lib/adoption/core/access';
import { formatDate } from '@/lib/platform/dates';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { listAuditorLinks } from '@/lib/year-end/auditor-links';
import { givenUse, newestUse, readYear, subjectOf, yearsOf } from '@/lib/year-end/queries';
import { AuditorLinks } from './auditor-links';
import { Figures } from './figures';
import { HoldingBack } from './holding-back';
import { UseButtons, type Reader } from './use-buttons';

type YearEndViewProps = {
  scope: AdoptionScope;
  /** The year that the address names, if any. */
  asked: unknown;
  /** The address of the page. */
  path: string;
  reader: Exclude<Reader, { as: 'auditor' }>;
  /** Whether the person may make links for auditors. */
  mayShare: boolean;
};

/** The end of a financial year: what was used, what holds the rest back, the statement of use and the links for auditors. */
export async function YearEndView({ scope, asked, path, reader, mayShare }: YearEndViewProps) {
  const [t, locale] = [await getTranslations('yearEnd'), await getLocale()];
  const subject = subjectOf(scope);
  const years = await yearsOf(subject);
  const year = years.find((each) => each === asked) ?? years[0];
  if (year === undefined) return <p className="text-ink-2">{t('paper.none')}</p>;
  const [yearEnd, links] = await Promise.all([readYear(subject, year), listAuditorLinks(scope, year)]);
  const given = givenUse(yearEnd);
  const hasMoved = yearEnd.lines.some(({ receivedPaise, returnedPaise }) => receivedPaise > 0 || returnedPaise > 0);
  const newest = given && (await newestUse(subject, given));
  return (
    <>
      <nav aria-label={t('years')} className="flex flex-wrap gap-x-4 print:hidden">
        {years.map((each) => (
          <Link
            key={each}
            href={`${path}?year=${each}`}
            aria-current={each === year ? 'page' : undefined}
            className={
              each === year
                ? 'inline-flex min-h-tap items-center font-semibold'
                : 'inline-flex min-h-tap items-center text-link underline underline-offset-4'
            }
          >
            {each}
          </Link>
        ))}
      </nav>
      <p className="max-w-[44em] text-ink-2">{t('intro')}</p>
      <Figures {...yearEnd} />
      <Section title={t('paper.title')}>
        {newest && (
          <p className="text-small">
            {t(newest.holds ? 'paper.holds' : 'paper.corrected', {
              serial: newest.serial,
              date: formatDate(newest.issuedAt, locale),
            })}
          </p>
        )}
        {given ? <UseButtons year={year} reader={reader} /> : <p className="text-small">{t('paper.none')}</p>}
        <p className="text-small text-ink-2">{`${t('paper.text')} ${t('pack.text')}`}</p>
      </Section>
      <Section title={t('hold.title')}>
        <HoldingBack yearEnd={yearEnd} reader={reader.as} />
      </Section>
      {mayShare && (
        <Section title={t('auditor.title')}>
          <AuditorLinks year={year} links={links} owner={reader} />
        </Section>
      )}
      {reader.as === 'account' && hasMoved && <AnnualStatements years={[year]} />}
    </>
  );
}
