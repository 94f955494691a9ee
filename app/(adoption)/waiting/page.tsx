import type { Metadata } from 'next';
import { UnknownRequest } from '@/components/waiting/unknown-request';
import { WaitingForm } from '@/components/waiting/waiting-form';
import { NoScript } from '@/components/platform/site/no-script';
import { SitePage } from '@/components/platform/site/page';
import { Note } from '@/components/platform/ui/note';
import { Panel } from '@/components/platform/ui/panel';
import { sponsorOfPage } from '@/lib/accounts/session';
import { confirmedEmail, readWaitingTarget, type WaitingTarget } from '@/lib/waiting/queries';
import { getNames } from '@/lib/catalogue/localized-names';
import { getTranslations } from '@/lib/platform/i18n/server';
import { placeOf } from '@/lib/platform/place-of';
import { readSettings } from '@/lib/settings/queries';

/** Rendered on each request: with the seats of now. */
export const dynamic = 'force-dynamic';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('waiting'))('title'), robots: { index: false } };
}

type WaitingProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** /waiting?course={id}: asks to be told when seats of a course, or of its branch in its city or near a place, are free. */
export default async function WaitingPage({ searchParams }: WaitingProps) {
  const { course } = await searchParams;
  const t = await getTranslations('waiting');
  const target = await readWaitingTarget(String(course));
  return (
    <SitePage className="wrap grid max-w-2xl content-start gap-5 py-8">
      <NoScript />
      <h1>{t('title')}</h1>
      {target ? <Wanted target={target} /> : <UnknownRequest />}
    </SitePage>
  );
}

async function Wanted({ target }: { target: WaitingTarget }) {
  const { course, seats, offers, isOffered } = target;
  const [t, names, scope] = [await getTranslations('waiting'), await getNames(), await sponsorOfPage()];
  const [{ waitingHours: hours }, ownEmail] = await Promise.all([
    readSettings('terms'),
    scope ? confirmedEmail(scope) : null,
  ]);
  const [branch, city] = [names.branch(course.branch, course.branchHindi), names.place(course.city)];
  const institute = names.institute(course.institute, course.instituteHindi);
  const place = institute ? placeOf(institute, course.city, city) : city;
  const { total, left } = seats.course;
  return (
    <>
      <p className="max-w-prose text-ink-2">{t('text', { hours })}</p>
      <Panel aria-labelledby="wanted">
        <div className="grid gap-1">
          <h2 id="wanted" className="text-h3 wrap-anywhere">
            {names.type(course.courseType)}, {branch}
          </h2>
          <p className="wrap-anywhere">{place}</p>
          <p className="text-small text-ink-2">
            {isOffered && <span>{t('left', { left, total })} </span>}
            <span>{t('session', { session: course.session })}</span>
          </p>
        </div>
        {isOffered ? (
          <WaitingForm
            courseId={course.id}
            scopes={{
              course: t('scopes.course'),
              ...(offers > 1 && { branch: t('scopes.branch', { city, offers, total: seats.branch.total }) }),
              near: t('scopes.near'),
            }}
            city={city}
            seats={Math.min(total, left + 1)}
            minSeats={Math.min(total, left + 1)}
            ownEmail={ownEmail}
          />
        ) : (
          <Note kind="warn">{t('closed')}</Note>
        )}
      </Panel>
    </>
  );
}
