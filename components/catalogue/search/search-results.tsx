import { ArrowRight } from 'lucide-react';
import { TypeTag } from '@/components/catalogue/course/type-tag';
import { Button } from '@/components/platform/ui/button';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { Link } from '@/components/platform/ui/link';
import { institutePath } from '@/lib/catalogue/institute-path';
import { getNames } from '@/lib/catalogue/localized-names';
import { formatINR } from '@/lib/platform/money';
import { langOf } from '@/lib/platform/i18n/script';
import { getTranslations } from '@/lib/platform/i18n/server';
import { toCourseType, type Course as FoundCourse } from '@/lib/catalogue/schema';
import type { FoundCity, SearchResult } from '@/lib/catalogue/search/queries';
import { pathTo } from '@/lib/platform/site/metadata';

/** The courses found, by city, with the distance from the place of the query. */
export async function SearchResults({ result }: { result: SearchResult }) {
  const t = await getTranslations('search');
  const { cities, total, query } = result;
  const more = total.cities - cities.length;
  return (
    <div className="grid gap-6">
      {cities.length > 0 && (
        <p role="status" className="text-ink-2">
          {t('found', total)}
        </p>
      )}
      {cities.length === 0 && (
        <EmptyState title={t('none.title')} text={t('none.text')}>
          <Button asChild>
            <Link href="/select-region">{t('none.map')}</Link>
          </Button>
        </EmptyState>
      )}
      {cities.map((city) => (
        <City key={city.city} city={city} from={query.place?.name ?? null} rest={query.rest} />
      ))}
      {more > 0 && <p className="text-ink-2">{t('more', { cities: more })}</p>}
    </div>
  );
}

async function City({ city: found, from, rest }: { city: FoundCity; from: string | null; rest: string }) {
  const t = await getTranslations('search');
  const names = await getNames();
  const { courses, count, left, fromPaise, km } = found;
  const city = names.place(found.city);
  const list = `${pathTo('course-list', found.city)}${rest ? `?${new URLSearchParams({ q: rest })}` : ''}`;
  return (
    <section className="rounded-2 border border-line bg-surface px-4 pt-4 pb-2 md:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 pb-2">
        <h2 className="text-h3 leading-tight" lang={langOf(city)}>
          {city}
          {from !== null && km !== null && km > 0 && (
            <span className="ms-2 font-sans text-small font-normal tracking-normal text-ink-2">
              {t('distance', { km, place: names.place(from) })}
            </span>
          )}
        </h2>
        <p className="text-small text-ink-2">
          {t.rich('cityLine', { left, price: formatINR(fromPaise), num: (text) => <b className="text-ink">{text}</b> })}
        </p>
      </div>
      <ul>
        {courses.map((course) => (
          <Course key={course.id} course={course} />
        ))}
      </ul>
      <Link
        href={list}
        className="inline-flex min-h-tap items-center gap-2 border-t border-line font-semibold text-link underline underline-offset-4 max-md:w-full"
      >
        {t('all', { count, city })}
        <ArrowRight aria-hidden className="size-5" />
      </Link>
    </section>
  );
}

async function Course({ course }: { course: FoundCourse }) {
  const { branch, institute_name: institute, institute_id, course_name, left_seats: left, price_paise } = course;
  const t = await getTranslations('search');
  const common = await getTranslations('common');
  const names = await getNames();
  const type = toCourseType(course_name);
  return (
    <li className="grid gap-x-4 border-t border-line py-2 md:grid-cols-[minmax(0,1fr)_8rem_12rem] md:items-baseline">
      <p className="min-w-0">
        <b lang={langOf(names.branch(branch))} className="me-2">
          {names.branch(branch)}
        </b>
        {type && <TypeTag type={type} />}
        <span lang={institute ? langOf(institute) : undefined} className="block text-small text-ink-2">
          {institute && institute_id ? (
            <Link
              href={institutePath(institute_id)}
              className="inline-flex min-h-6 items-center underline underline-offset-4"
            >
              {institute}
            </Link>
          ) : (
            common('otherInstitutes')
          )}
        </span>
      </p>
      <p className="text-small tabular-nums md:text-end">{left > 0 ? t('left', { left }) : t('full')}</p>
      <p className="text-small tabular-nums md:text-end">{t('price', { price: formatINR(price_paise) })}</p>
    </li>
  );
}
