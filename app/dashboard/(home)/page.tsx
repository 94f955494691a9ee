import type { Metadata } from 'next';
import { ConfirmEmail } from '@/components/accounts/confirm-email';
import { MissingPhone } from '@/components/accounts/profile/missing-phone';
import { AdoptionList } from '@/components/adoption/history/adoption-list';
import { JustPaid } from '@/components/adoption/history/just-paid';
import { NoAdoptions } from '@/components/adoption/history/none';
import { HoldNotice, NextPaymentNotice } from '@/components/adoption/history/payment-notice';
import { OpenRequests } from '@/components/waiting/open-requests';
import { MoveCartToDashboard } from '@/components/selection/cart/move-cart-to-dashboard';
import { OwnProgress } from '@/components/register/progress/own-progress';
import { CourseTiles } from '@/components/adoption/dashboard/course-tiles';
import { Overview } from '@/components/adoption/dashboard/overview';
import { Room } from '@/components/adoption/dashboard/room';
import { ViewOnly } from '@/components/adoption/dashboard/view-only';
import { DashboardPage } from '@/components/platform/shell/page';
import { Link } from '@/components/platform/ui/link';
import { RenewalCard } from '@/components/adoption/renewal/renewal-card';
import { adoptedSeatsByType, listAdoptions, nextPayment } from '@/lib/adoption/read/history-queries';
import { liveHold } from '@/lib/adoption/take/queries';
import { openRenewals } from '@/lib/adoption/renewals/renewal-queries';
import { catalogueSummary } from '@/lib/catalogue/queries';
import { getTranslations } from '@/lib/platform/i18n/server';
import { includesRole } from '@/lib/accounts/company-roles';
import { readOwnProgress } from '@/lib/register/progress-queries';
import { readOwner } from '@/lib/company/people/queries';
import { readProfile, unconfirmedEmail } from '@/lib/accounts/queries';
import { requireSponsorPage } from '@/lib/accounts/session';

/** The number of adoptions on the home page, which links to all of them. */
const NEWEST = 3;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('dashboard'))('title') };
}

/** The dashboard's home: what is to be done next, the students, the latest adoptions, the course types to choose from, the sponsor. */
export default async function DashboardHome() {
  const t = await getTranslations('dashboard');
  const scope = await requireSponsorPage();
  const [hold, due, renewals, parts, progress, { types }, { adoptions, total }, owner, email, profile] =
    await Promise.all([
      liveHold(scope),
      nextPayment(scope),
      openRenewals(scope),
      adoptedSeatsByType(scope),
      readOwnProgress(scope),
      catalogueSummary(),
      listAdoptions(scope, { size: NEWEST }),
      readOwner(scope),
      unconfirmedEmail(scope),
      readProfile(scope),
    ]);
  const mayAdopt = includesRole(scope.role, 'adopt');
  const [texts, yearEnd] = [await getTranslations('adoptionHistory'), await getTranslations('yearEnd')];
  const more = 'inline-flex min-h-tap items-center font-semibold text-link';
  return (
    <DashboardPage loose>
      <h1>{t('title')}</h1>
      <JustPaid company={owner.companyName} />
      {hold && mayAdopt && <HoldNotice hold={hold} />}
      {due && <NextPaymentNotice next={due} />}
      {mayAdopt && profile.phone_number === '' && <MissingPhone profile={profile} />}
      {email && <ConfirmEmail email={email} text={(await getTranslations('adoptionPage.confirmEmail'))('text')} />}
      {mayAdopt && <OpenRequests scope={scope} />}
      {renewals.map((renewal) => (
        <RenewalCard key={renewal.id} renewal={renewal} mayAdopt={mayAdopt} bearer={null} />
      ))}
      {mayAdopt && <MoveCartToDashboard next="/dashboard/course-selection" />}
      <OwnProgress lines={progress} />
      <section aria-labelledby="adoptions" className="grid gap-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6">
          <h2 id="adoptions">{texts('title')}</h2>
          {total > 0 && (
            <p className="flex flex-wrap gap-x-6">
              <Link href="/dashboard/year-end" className={more}>
                {yearEnd('openAll')}
              </Link>
              <Link href="/dashboard/adoptions" className={more}>
                {texts('showAll', { total })}
              </Link>
            </p>
          )}
        </div>
        {adoptions.length > 0 ? (
          <AdoptionList
            adoptions={adoptions}
            level="h3"
            role={scope.role}
            isBrief
            noticed={mayAdopt ? hold?.billingId : undefined}
          />
        ) : (
          <NoAdoptions mayAdopt={mayAdopt} />
        )}
      </section>
      {mayAdopt ? <CourseTiles types={types} /> : <ViewOnly scope={scope} />}
      <Overview room={<Room parts={parts} />} />
    </DashboardPage>
  );
}
