import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { PageHead } from '@/components/admin/page-head';
import { AdminSection } from '@/components/admin/section';
import { EnterStudents } from '@/components/office/enter-students';
import { LeaveButton } from '@/components/office/leave-button';
import { MoveButton } from '@/components/office/move-button';
import { officePage } from '@/components/office/office-page';
import { RollButton } from '@/components/office/roll-button';
import { ReportList } from '@/components/register/reports/report-list';
import { BackLink } from '@/components/platform/ui/back-link';
import { Disclosure } from '@/components/platform/ui/disclosure';
import { Note } from '@/components/platform/ui/note';
import { Pager } from '@/components/platform/ui/pager';
import { mayCall } from '@/lib/accounts/administrators/roles';
import * as endpoints from '@/lib/api/register';
import { getNames } from '@/lib/catalogue/localized-names';
import { instituteWithCity } from '@/lib/catalogue/names';
import { offerText } from '@/lib/catalogue/rules';
import { formatDate, indianDay, indianIsoDay } from '@/lib/platform/dates';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { isUuid } from '@/lib/platform/uuid';
import { listOffersWithPlaces, readRegister, type RegisterPage } from '@/lib/register/queries';
import { listReports } from '@/lib/register/report-queries';

type Props = {
  params: Promise<{ courseId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('office'))('register.title') };
}

/** /office/offers/{courseId}: the register of an offer, whose places students get, leave and get again. */
export default officePage<Props>(async (scope, { params, searchParams }) => {
  const [{ courseId }, { page }] = [await params, await searchParams];
  const wanted = /^[1-9]\d{0,3}$/.test(String(page)) ? Number(page) : 1;
  const register = isUuid(courseId) ? await readRegister(scope, courseId, wanted) : null;
  if (!register) notFound();
  const [t, common, names, locale] = await Promise.all([
    getTranslations('office'),
    getTranslations('common'),
    getNames(),
    getLocale(),
  ]);
  const { offer, seats, enrolled, places, pages } = register;
  const reports = await listReports(scope, offer.id);
  // Until then students may move.
  const isReported = reports.some(({ statedAt }) => statedAt !== null);
  const others = isReported ? [] : await listOffersWithPlaces(scope, offer);
  const targets = others.map((each) => ({
    id: each.id,
    text: [names.type(each.courseType), names.branch(each.branch, each.branchHindi), offerText(common, each, false)]
      .filter(Boolean)
      .join(' · '),
  }));
  const isHead = mayCall(scope, endpoints.correctRoll);
  const { firstDay, lastDay } = offer;
  const today = indianIsoDay(new Date());
  const defaultDay = today < firstDay ? firstDay : today > lastDay ? lastDay : today;
  return (
    <>
      <BackLink href="/office">{t('register.back')}</BackLink>
      <PageHead title={`${names.type(offer.courseType)} · ${names.branch(offer.branch, offer.branchHindi)}`} />
      <div className="grid gap-1 text-small">
        <p className="wrap-anywhere text-ink-2">
          {offerText(common, offer, true)} ·{' '}
          {instituteWithCity(names, offer.institute, offer.instituteHindi, offer.city)}
        </p>
        <p className="font-semibold">
          {t('register.state', { enrolled, seats })} · {t('register.free', { count: seats - enrolled })}
        </p>
        <p className="max-w-prose text-ink-2">{t('register.privacy')}</p>
      </div>
      <Lost register={register} today={today} />
      <AdminSection id="reports" title={t('reports.title')}>
        <ReportList courseId={offer.id} reports={reports} />
      </AdminSection>
      <AdminSection id="enter" title={t('register.enterTitle')}>
        <EnterStudents
          // Empty again once places were filled.
          key={enrolled}
          courseId={offer.id}
          days={{ first: firstDay, last: lastDay, usual: defaultDay }}
        />
      </AdminSection>
      <AdminSection id="places" title={t('register.places')}>
        {runsOf(places, ({ company }) => company).map((own) => (
          <Company
            key={own[0]!.number}
            name={t('seats.line', { company: own[0]!.company, count: own.length })}
            isFolded={places.length > MAX_OPEN}
            empty={t('register.free', { count: own.filter(({ student }) => !student).length })}
          >
            <ol>
              {/* Empty places in a row are one line. */}
              {runsOf(own, ({ number, student }) => (student ? number : 'empty')).map((run) => {
                const [{ number, student }, last] = [run[0]!, run.at(-1)!.number];
                return (
                  <li
                    key={number}
                    className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1 text-small"
                  >
                    <p className="me-auto min-w-0 tabular-nums">
                      <span className="font-semibold">
                        {last === number
                          ? t('register.place', { number })
                          : t('register.placesTo', { first: number, last })}
                        {': '}
                      </span>
                      {student ? (
                        <>
                          <span className="sr-only">{studentName(t, student.rollEnd)}</span>
                          <span aria-hidden className="font-semibold">
                            {student.rollEnd === null ? t('register.unknown') : `…${student.rollEnd}`}
                          </span>
                          <span className="text-ink-2">
                            {` · ${t('register.since', { day: formatDate(indianDay(student.fromDay), locale) })}`}
                          </span>
                        </>
                      ) : (
                        <span className="text-ink-2">{t('register.empty')}</span>
                      )}
                    </p>
                    {student && (
                      <div className="flex flex-wrap gap-2">
                        {isHead && !isReported && (
                          <RollButton id={student.id} rollEnd={student.rollEnd} place={number} />
                        )}
                        {targets.length > 0 && <MoveButton {...student} place={number} offers={targets} />}
                        <LeaveButton {...student} place={number} today={today} />
                      </div>
                    )}
                  </li>
                );
              })}
            </ol>
          </Company>
        ))}
        <Pager
          label={t('register.pages')}
          page={register.page}
          pages={pages}
          href={(to) => `/office/offers/${offer.id}?page=${to}`}
        />
      </AdminSection>
    </>
  );
});

/** Above this number of places the companies are folded. */
const MAX_OPEN = 10;

/** The places of a company below its name; folded, the summary also says how many are empty. */
function Company({
  name,
  isFolded,
  empty,
  children,
}: {
  name: string;
  isFolded: boolean;
  empty: string;
  children: ReactNode;
}) {
  if (isFolded)
    return (
      <Disclosure
        summary={<h3 className="text-body wrap-anywhere">{`${name} · ${empty}`}</h3>}
        className="max-w-[60rem] border-b border-line"
      >
        {children}
      </Disclosure>
    );
  return (
    <section className="grid max-w-[60rem] gap-1">
      <h3 className="text-body wrap-anywhere">{name}</h3>
      {children}
    </section>
  );
}

type Texts = Awaited<ReturnType<typeof getTranslations<'office'>>>;

const studentName = (t: Texts, end: string | null) =>
  end === null ? t('register.unknown') : t('register.student', { end });

/** Splits items into runs of equal keys. */
function runsOf<Item>(items: readonly Item[], keyOf: (item: Item) => string | number): Item[][] {
  const runs: Item[][] = [];
  for (const item of items) {
    const last = runs.at(-1);
    if (last && keyOf(last[0]!) === keyOf(item)) last.push(item);
    else runs.push([item]);
  }
  return runs;
}

/** Students whose seat was given back. */
async function Lost({ register: { lost }, today }: { register: RegisterPage; today: string }) {
  const t = await getTranslations('office');
  if (lost.length === 0) return null;
  return (
    <AdminSection id="lost" title={t('register.lostTitle')}>
      <Note kind="warn">{t('register.lostText')}</Note>
      <ul className="grid max-w-[60rem]">
        {lost.map((student) => (
          <li key={student.id} className="flex flex-wrap items-center gap-4 border-b border-line py-2 text-small">
            <p className="me-auto font-semibold">{studentName(t, student.rollEnd)}</p>
            <LeaveButton {...student} place={null} today={today} />
          </li>
        ))}
      </ul>
    </AdminSection>
  );
}
