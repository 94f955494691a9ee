import type { ReactNode } from 'react';
import { CourseRow } from '@/components/catalogue/course/course-row';
import { SeatPatterns } from '@/components/catalogue/seat/seat-field';
import { CourseSelection } from '@/components/selection/course-selection';
import { packSections } from '@/components/selection/packed-sections';
import { StatedTexts } from '@/components/selection/institute/stated-texts';
import { SELECTION_FLOWS, type SelectionFlow } from '@/components/selection/selection-flows';
import { BackLink } from '@/components/platform/ui/back-link';
import { Button } from '@/components/platform/ui/button';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { Link } from '@/components/platform/ui/link';
import { contactHref } from '@/lib/catalogue/institute-details';
import type { AdoptingCompany, InstitutePage } from '@/lib/catalogue/institute-queries';
import { namedSessions } from '@/lib/catalogue/queries';
import { getNames } from '@/lib/catalogue/localized-names';
import { sumSeats } from '@/lib/catalogue/rules';
import type { Course } from '@/lib/catalogue/schema';
import { totalTexts } from '@/lib/published/progress-texts';
import { readInstituteProgress } from '@/lib/register/total-queries';
import { formatDate } from '@/lib/platform/dates';
import { formatCount } from '@/lib/platform/format-count';
import { langOf } from '@/lib/platform/i18n/script';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { pathTo } from '@/lib/platform/site/metadata';

/** Names of the catalogue are English unless they are written in Devanagari. */
const nameLang = (name: string) => langOf(name) ?? 'en';

type InstituteViewProps = {
  institute: InstitutePage;
  flow: SelectionFlow;
  /** False for a person who may only look. */
  canChoose?: boolean;
};

/** An institute: who it is, its open courses to choose seats of, and the companies that allow their name. */
export async function InstituteView({ institute, flow, canChoose = true }: InstituteViewProps) {
  const t = await getTranslations('institute');
  const { id, city, kind, courses, companies } = institute;
  const names = await getNames();
  const [name, place] = [names.institute(institute.name, institute.hindi), names.place(city)];
  const isNamed = (await namedSessions()).length > 0;
  const cityPath = SELECTION_FLOWS[flow].list + pathTo(city);
  const about = (
    <div className="mt-8 grid items-start gap-x-12 gap-y-8 md:grid-cols-2">
      <div className="grid gap-8">
        <Facts institute={institute} place={place} cityPath={cityPath} />
        <StatedTexts texts={institute.texts} />
      </div>
      <Companies companies={companies} />
    </div>
  );
  return (
    <>
      <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-1 pt-2 pb-4 md:pt-4">
        <BackLink href={cityPath}>{t('back', { city: place })}</BackLink>
        <h1 lang={nameLang(name)} className="wrap-anywhere">
          {name}
        </h1>
        {kind && <p className="text-ink-2">{t(`kind.${kind}`)}</p>}
        {courses.length > 0 && <Totals courses={courses} />}
        <Students instituteId={id} />
      </div>
      {courses.length > 0 && canChoose ? (
        <CourseSelection
          page={packSections([
            { institute: institute.name, instituteId: id, continued: false, size: courses.length, courses },
          ])}
          flow={flow}
          scope={null}
          heading={t('seats')}
          budgetPaise={null}
          isNamed={isNamed}
          before={null}
          after={about}
        />
      ) : (
        <div className="wrap pb-18">
          {courses.length > 0 ? (
            <Courses courses={courses} institute={name} isNamed={isNamed} />
          ) : (
            <EmptyState title={t('none')} text={t('noneText')}>
              <Button asChild>
                <Link href={cityPath}>{t('elsewhere', { city: place })}</Link>
              </Button>
            </EmptyState>
          )}
          {about}
        </div>
      )}
    </>
  );
}

/** The courses for a person who may only look. */
async function Courses({
  courses,
  institute,
  isNamed,
}: {
  courses: readonly Course[];
  institute: string;
  isNamed: boolean;
}) {
  const t = await getTranslations('institute');
  return (
    <section aria-labelledby="seats" className="course-list">
      <SeatPatterns slugs={[]} />
      <h2 id="seats" className="mb-3 text-lead">
        {t('seats')}
      </h2>
      <div className="courses">
        {courses.map((course) => (
          <CourseRow key={course.id} course={course} place={institute} isNamed={isNamed} seats={undefined} />
        ))}
      </div>
    </section>
  );
}

async function Totals({ courses }: { courses: readonly Course[] }) {
  const t = await getTranslations('institute');
  const { leftSeats: left, totalSeats: total } = sumSeats(
    courses.map(({ total_seats, left_seats }) => ({
      totalSeats: total_seats,
      leftSeats: left_seats,
      takenSeats: total_seats - left_seats,
    })),
  );
  return (
    <p className="text-small text-ink-2">
      {t.rich('total', {
        left: formatCount(left),
        total: formatCount(total),
        courses: courses.length,
        b: (chunks) => <b className="money text-ink">{chunks}</b>,
      })}
    </p>
  );
}

/** How many adopted seats have students, and what became of them; nothing while that is not told. */
async function Students({ instituteId }: { instituteId: string }) {
  const t = await getTranslations('institute');
  const progress = await getTranslations('adoptionPage.progress');
  const { statedAt, ...total } = await readInstituteProgress(instituteId);
  if (total.reported === 0) return null;
  const texts = totalTexts(progress, total, ['enrolled', 'completed']);
  if (statedAt) texts.push(t('statedOn', { day: formatDate(statedAt, await getLocale()) }));
  return <p className="text-small text-ink-2">{texts.join(' ')}</p>;
}

type FactsProps = { institute: InstitutePage; place: string; cityPath: string };

async function Facts({ institute: { address, website, contact, phone }, place, cityPath }: FactsProps) {
  const t = await getTranslations('institute');
  const link = 'text-link underline underline-offset-4 wrap-anywhere';
  const rows: [string, ReactNode][] = [
    [
      t('city'),
      <Link key="city" href={cityPath} className={link}>
        {place}
      </Link>,
    ],
  ];
  if (address)
    rows.push([
      t('address'),
      <span key="address" lang={nameLang(address)}>
        {address}
      </span>,
    ]);
  if (website)
    rows.push([
      t('website'),
      <a key="website" href={website} rel="noopener nofollow ugc" lang="en" className={link}>
        {website.replace(/^https?:\/\/(www\.)?|\/$/g, '')}
      </a>,
    ]);
  for (const way of [contact, phone])
    if (way)
      rows.push([
        t(way.includes('@') ? 'email' : 'phone'),
        <a key={way} href={contactHref(way)} lang="en" className={link}>
          {way}
        </a>,
      ]);
  return (
    <dl className="grid rounded-2 border border-t-4 border-line border-t-marigold bg-surface px-4">
      {rows.map(([label, value], index) => (
        <div key={index} className="grid gap-0.5 border-b border-line py-3 last:border-b-0">
          <dt className="text-small text-ink-2">{label}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

async function Companies({ companies }: { companies: readonly AdoptingCompany[] }) {
  const t = await getTranslations('institute');
  return (
    <section aria-labelledby="companies" className="grid content-start gap-3">
      <h2 id="companies" className="border-b-2 border-ink pb-1 text-h3">
        {t('companies')}
      </h2>
      <p className="text-small text-ink-2">{t(companies.length > 0 ? 'companiesText' : 'companiesNone')}</p>
      {companies.length > 0 && (
        <ul>
          {companies.map(({ company, seats, year }) => (
            <li
              key={`${year} ${company}`}
              className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-2 text-small last:border-b-0"
            >
              <b lang={nameLang(company)} className="min-w-0 wrap-anywhere">
                {company}
              </b>
              <span className="text-ink-2 tabular-nums">{t('company', { seats, year: String(year) })}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
