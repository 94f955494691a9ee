import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { TypeTag } from '@/components/catalogue/course/type-tag';
import { SELECTION_FLOWS, type SelectionFlow } from '@/components/selection/selection-flows';
import { BackLink } from '@/components/platform/ui/back-link';
import { Button } from '@/components/platform/ui/button';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { Link } from '@/components/platform/ui/link';
import { contactHref } from '@/lib/catalogue/institute-details';
import { instituteListPath } from '@/lib/catalogue/institute-path';
import type { AdoptingCompany, InstitutePage } from '@/lib/catalogue/institute-queries';
import { getNames } from '@/lib/catalogue/localized-names';
import { sumSeats } from '@/lib/catalogue/rules';
import { toCourseType, type Course } from '@/lib/catalogue/schema';
import { formatCount } from '@/lib/platform/format-count';
import { formatINR } from '@/lib/platform/money';
import { langOf } from '@/lib/platform/i18n/script';
import { getTranslations } from '@/lib/platform/i18n/server';
import { pathTo } from '@/lib/platform/site/metadata';

/** Names of the catalogue are English unless they are written in Devanagari. */
const nameLang = (name: string) => langOf(name) ?? 'en';

/** An institute: who it is, its open courses with seats and prices, and the companies that allow their name. */
export async function InstituteView({ institute, flow }: { institute: InstitutePage; flow: SelectionFlow }) {
  const t = await getTranslations('institute');
  const { id, name, city, kind, courses, companies } = institute;
  const place = (await getNames()).place(city);
  const { list } = SELECTION_FLOWS[flow];
  const cityPath = list + pathTo(city);
  return (
    <div className="wrap grid grid-cols-[minmax(0,1fr)] content-start gap-6 pt-2 pb-18 md:pt-4">
      <BackLink href={cityPath}>{t('back', { city: place })}</BackLink>
      <div className="-mt-5 grid gap-1">
        <h1 lang={nameLang(name)} className="wrap-anywhere">
          {name}
        </h1>
        {kind && <p className="text-ink-2">{t(`kind.${kind}`)}</p>}
      </div>
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-labelledby="seats" className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
            <div className="grid gap-0.5">
              <h2 id="seats" className="text-h3">
                {t('seats')}
              </h2>
              {courses.length > 0 && <Totals courses={courses} />}
            </div>
            {courses.length > 0 && (
              <Button asChild className="print:hidden">
                <Link href={instituteListPath(list, id, city)}>
                  {t('choose')}
                  <ArrowRight aria-hidden />
                </Link>
              </Button>
            )}
          </div>
          {courses.length > 0 ? (
            <Courses courses={courses} />
          ) : (
            <EmptyState title={t('none')} text={t('noneText')}>
              <Button asChild>
                <Link href={cityPath}>{t('elsewhere', { city: place })}</Link>
              </Button>
            </EmptyState>
          )}
        </section>
        <div className="grid gap-8">
          <Facts institute={institute} place={place} cityPath={cityPath} />
          <Companies companies={companies} />
        </div>
      </div>
    </div>
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

/**
 * The open courses: a table, whose rows become cards on phones. The ARIA roles are explicit because `display` removes
 * those of a table.
 */
async function Courses({ courses }: { courses: readonly Course[] }) {
  const t = await getTranslations('institute');
  const hasDurations = courses.some(({ duration_years: years }) => years);
  const head = 'px-4 py-2 text-cap font-semibold text-ink-2';
  const name = `${head} text-start`;
  return (
    <table
      role="table"
      aria-labelledby="seats"
      className="w-full border-collapse overflow-hidden rounded-2 border border-line bg-surface text-small max-md:block"
    >
      <thead role="rowgroup" className="border-b border-ink max-md:sr-only">
        <tr role="row">
          <th role="columnheader" scope="col" className={name}>
            {t('branch')}
          </th>
          <th role="columnheader" scope="col" className={name}>
            {t('type')}
          </th>
          {hasDurations && (
            <th role="columnheader" scope="col" className={name}>
              {t('duration')}
            </th>
          )}
          <th role="columnheader" scope="col" className={`${head} text-end`}>
            {t('left')}
          </th>
          <th role="columnheader" scope="col" className={`${head} text-end`}>
            {t('price')}
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:block">
        {courses.map((course) => (
          <CourseRow key={course.id} course={course} hasDurations={hasDurations} />
        ))}
      </tbody>
    </table>
  );
}

const CELL = 'px-4 py-3 align-baseline max-md:flex max-md:justify-between max-md:gap-4 max-md:px-0 max-md:py-0.5';
const FIGURE = `${CELL} text-end whitespace-nowrap tabular-nums`;

async function CourseRow({ course, hasDurations }: { course: Course; hasDurations: boolean }) {
  const t = await getTranslations('institute');
  const type = toCourseType(course.course_name);
  const { duration_years: years, left_seats: left, total_seats: total } = course;
  const branch = (await getNames()).branch(course.branch);
  return (
    <tr role="row" className="border-b border-line last:border-b-0 max-md:block max-md:px-4 max-md:py-3">
      <th
        role="rowheader"
        scope="row"
        lang={nameLang(branch)}
        className={`${CELL} text-start text-body font-semibold wrap-anywhere`}
      >
        {branch}
      </th>
      <td role="cell" className={CELL}>
        {type ? <TypeTag type={type} /> : course.course_name}
      </td>
      {hasDurations && (
        <td role="cell" className={`${CELL} whitespace-nowrap max-md:empty:hidden`}>
          {years && (
            <>
              <Label>{t('duration')}</Label>
              {t('years', { years })}
            </>
          )}
        </td>
      )}
      <td role="cell" className={FIGURE}>
        <Label>{t('left')}</Label>
        <span className={left === 0 ? 'text-ink-2' : undefined}>
          {t('leftOf', { left: formatCount(left), total: formatCount(total) })}
        </span>
      </td>
      <td role="cell" className={FIGURE}>
        <Label>{t('price')}</Label>
        <b className="money">{formatINR(course.price_paise)}</b>
      </td>
    </tr>
  );
}

/** Names a value where the table's head is not shown; there screen readers have the head. */
function Label({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden className="text-start font-normal whitespace-normal text-ink-2 md:hidden">
      {children}
    </span>
  );
}

type FactsProps = { institute: InstitutePage; place: string; cityPath: string };

async function Facts({ institute: { address, website, contact }, place, cityPath }: FactsProps) {
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
  if (contact)
    rows.push([
      t(contact.includes('@') ? 'email' : 'phone'),
      <a key="contact" href={contactHref(contact)} lang="en" className={link}>
        {contact}
      </a>,
    ]);
  return (
    <dl className="grid rounded-2 border border-t-4 border-line border-t-marigold bg-surface px-4">
      {rows.map(([label, value]) => (
        <div key={label} className="grid gap-0.5 border-b border-line py-3 last:border-b-0">
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
