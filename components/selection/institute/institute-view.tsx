import type { ReactNode } from 'react';
import { CourseRow, CourseUnits } from '@/components/catalogue/course/course-row';
import { SeatField, SeatPatterns } from '@/components/catalogue/seat/seat-field';
import { CourseSelection } from '@/components/selection/course-selection';
import { packSections } from '@/components/selection/packed-sections';
import { StatedTexts } from '@/components/selection/institute/stated-texts';
import { SELECTION_FLOWS, type SelectionFlow } from '@/components/selection/selection-flows';
import { BackLink } from '@/components/platform/ui/back-link';
import { Button } from '@/components/platform/ui/button';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { Link } from '@/components/platform/ui/link';
import { SeatGlyph } from '@/components/platform/ui/seat-glyph';
import { contactHref } from '@/lib/catalogue/institute-details';
import type { AdoptingCompany, InstitutePage } from '@/lib/catalogue/institute-queries';
import { namedSessions } from '@/lib/catalogue/queries';
import { getNames } from '@/lib/catalogue/localized-names';
import { sumSeats } from '@/lib/catalogue/rules';
import { courseTypeSlug, type Course } from '@/lib/catalogue/schema';
import { exactCount } from '@/lib/published/progress';
import { totalTexts } from '@/lib/published/progress-texts';
import { readInstituteProgress, type InstituteProgress } from '@/lib/register/total-queries';
import { seatScale } from '@/lib/selection/seat-drawing';
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

/**
 * An institute: its seats as a drawing, what it reported of the students on them, its open courses to choose seats of, and who it is.
 * What is empty is left out.
 */
export async function InstituteView({ institute, flow, canChoose = true }: InstituteViewProps) {
  const t = await getTranslations('institute');
  const { id, city, kind, courses, companies, former } = institute;
  const names = await getNames();
  const [name, place] = [names.institute(institute.name, institute.hindi), names.place(city)];
  const isNamed = (await namedSessions()).length > 0;
  const cityPath = SELECTION_FLOWS[flow].list + pathTo(city);
  const progress = await readInstituteProgress(id);
  const about = (
    <div className="mt-8 grid items-start gap-x-12 gap-y-8 empty:hidden md:grid-cols-2">
      <StatedTexts texts={institute.texts} />
      {companies.length > 0 && <Companies companies={companies} />}
    </div>
  );
  return (
    <>
      <div className="@container">
        <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-6 pt-2 pb-8 md:pt-4 @min-[60rem]:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-1">
            <BackLink href={cityPath}>{t('back', { city: place })}</BackLink>
            <h1 lang={nameLang(name)} className="wrap-anywhere">
              {name}
            </h1>
            {former.length > 0 && (
              <p className="text-small wrap-anywhere text-ink-2">{t('former', { names: former.join('; ') })}</p>
            )}
            {kind && <p className="text-ink-2">{t(`kind.${kind}`)}</p>}
            <Seats courses={courses} progress={progress} />
            <Evidence progress={progress} />
          </div>
          <Facts institute={institute} place={place} cityPath={cityPath} />
        </div>
      </div>
      {courses.length > 0 && canChoose ? (
        <CourseSelection
          page={packSections([
            { institute: institute.name, instituteId: id, continued: false, size: courses.length, courses },
          ])}
          flow={flow}
          scope={null}
          headings={[t('seats')]}
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
      <CourseUnits />
      <div className="courses">
        {courses.map((course) => (
          <CourseRow key={course.id} course={course} place={institute} isNamed={isNamed} seats={undefined} />
        ))}
      </div>
    </section>
  );
}

type SeatsProps = { courses: readonly Course[]; progress: InstituteProgress };

/** Adopted seats, those with a student as occupied chairs if their number is told, and the seats that are left; nothing while it has neither. */
async function Seats({ courses, progress }: SeatsProps) {
  const t = await getTranslations('institute');
  const { leftSeats: left, totalSeats: total } = sumSeats(
    courses.map(({ total_seats, left_seats }) => ({
      totalSeats: total_seats,
      leftSeats: left_seats,
      takenSeats: total_seats - left_seats,
    })),
  );
  // While some are told in words, a number would read as all of them.
  const students = exactCount(progress.enrolled) ?? 0;
  const drawn = progress.seats + left;
  if (drawn === 0) return null;
  const per = seatScale(drawn, 120);
  const types = [...new Set(courses.map((course) => courseTypeSlug(course.course_name)))];
  const item = 'flex items-center gap-1.5';
  const others = progress.seats - students;
  return (
    <div className="mt-3 grid gap-3" data-type={types.length === 1 ? types[0] : undefined}>
      <SeatField total={drawn} taken={others} yours={students} per={per} columns={20} className="h-auto max-w-full" />
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-small text-ink-2">
        {students > 0 && (
          <li className={item}>
            <SeatGlyph state="yours" className="text-action" />
            {t('drawn.students', { count: students })}
          </li>
        )}
        {others > 0 && (
          <li className={item}>
            <SeatGlyph state="taken" />
            {t(students > 0 ? 'drawn.others' : 'drawn.adopted', { count: others })}
          </li>
        )}
        {courses.length > 0 && (
          <li className={item}>
            <SeatGlyph state="open" />
            <span>
              {t.rich('total', {
                left: formatCount(left),
                total: formatCount(total),
                courses: courses.length,
                b: (chunks) => <b className="money text-ink">{chunks}</b>,
              })}
            </span>
          </li>
        )}
        {per > 1 && <li>{t('drawn.scale', { per })}</li>}
      </ul>
    </div>
  );
}

/** What the institute reported of the students on adopted seats, and when; without a report that nothing is known. */
async function Evidence({ progress: { reports, ...total } }: { progress: InstituteProgress }) {
  if (total.seats === 0) return null;
  const [t, locale] = [await getTranslations('institute.reported'), await getLocale()];
  const texts = await getTranslations('adoptionPage.progress');
  const sentences = totalTexts(texts, { ...total, outside: 0 }, ['enrolled', 'attending', 'passed', 'completed']);
  if (total.outside > 0) sentences.push(t('outside', { seats: total.outside }));
  if (total.reported === 0 && reports.length === 0)
    return <p className="mt-2 text-small text-ink-2">{sentences.join(' ')}</p>;
  return (
    <section aria-labelledby="reported" className="mt-4 grid gap-2">
      <h2 id="reported" className="text-lead">
        {t('title')}
      </h2>
      <p className="max-w-prose">{sentences.join(' ')}</p>
      <ul className="grid gap-1 text-small text-ink-2">
        {reports.map(({ kind, session, statedAt, offers, checked, differs }) => (
          <li key={`${session} ${kind}`}>
            {[
              t('report', {
                kind: texts(`report.kind.${kind}`),
                session,
                day: formatDate(statedAt, locale),
                offers,
              }),
              checked > 0 && t('checked', { offers, checked }),
              differs > 0 && t('differs', { offers, differs }),
            ]
              .filter(Boolean)
              .join(' ')}
          </li>
        ))}
      </ul>
    </section>
  );
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
    <dl className="grid content-start self-start rounded-2 border border-line bg-surface px-4 text-small @min-[60rem]:mt-13">
      {rows.map(([label, value], index) => (
        <div key={index} className="grid gap-0.5 border-b border-line py-2 last:border-b-0">
          <dt className="text-cap text-ink-2">{label}</dt>
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
      <p className="text-small text-ink-2">{t('companiesText')}</p>
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
    </section>
  );
}
