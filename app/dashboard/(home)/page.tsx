import { ArrowDown } from 'lucide-react';
import type { Metadata } from 'next';
import { AdoptionList } from '@/components/adoption/history/adoption-list';
import { HoldNotice } from '@/components/adoption/history/hold-notice';
import { JustPaid } from '@/components/adoption/history/just-paid';
import { NoAdoptions } from '@/components/adoption/history/none';
import { MoveCartToDashboard } from '@/components/selection/cart/move-cart-to-dashboard';
import { CourseTiles } from '@/components/adoption/dashboard/course-tiles';
import { Overview } from '@/components/adoption/dashboard/overview';
import { Room } from '@/components/adoption/dashboard/room';
import { ViewOnly } from '@/components/adoption/dashboard/view-only';
import { DashboardPage } from '@/components/platform/shell/page';
import { Link } from '@/components/platform/ui/link';
import { adoptedSeatsByType, listAdoptions } from '@/lib/adoption/history-queries';
import { liveHold } from '@/lib/adoption/queries';
import { catalogueSummary } from '@/lib/catalogue/queries';
import { getTranslations } from '@/lib/platform/i18n/server';
import { includesRole } from '@/lib/accounts/company-roles';
import { requireSponsorPage } from '@/lib/accounts/session';

/** The number of adoptions on the home page, which links to all of them. */
const NEWEST = 5;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('dashboard'))('title') };
}

/** The dashboard's home: the sponsor, the course types to choose from, and the latest adoptions. */
export default async function DashboardHome() {
  const t = await getTranslations('dashboard');
  const scope = await requireSponsorPage();
  const [hold, parts, { types }, { adoptions, total }] = await Promise.all([
    liveHold(scope),
    adoptedSeatsByType(scope),
    catalogueSummary(),
    listAdoptions(scope, { size: NEWEST }),
  ]);
  const mayAdopt = includesRole(scope.role, 'adopt');
  const texts = await getTranslations('adoptionHistory');
  return (
    <DashboardPage loose>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h1>{t('title')}</h1>
        {total > 0 && (
          <a
            href="#adoptions"
            className="inline-flex min-h-tap items-center gap-2 font-semibold text-link print:hidden"
          >
            {texts('jump', { total })}
            <ArrowDown aria-hidden className="size-5" />
          </a>
        )}
      </div>
      <JustPaid />
      {hold && mayAdopt && <HoldNotice hold={hold} />}
      {mayAdopt && <MoveCartToDashboard next="/dashboard/course-selection" />}
      <Overview room={<Room parts={parts} />} />
      {mayAdopt ? <CourseTiles types={types} /> : <ViewOnly scope={scope} />}
      <section aria-labelledby="adoptions" className="grid gap-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6">
          <h2 id="adoptions">{texts('title')}</h2>
          {total > NEWEST && (
            <Link href="/dashboard/adoptions" className="inline-flex min-h-tap items-center font-semibold text-link">
              {texts('showAll', { total })}
            </Link>
          )}
        </div>
        {adoptions.length > 0 ? (
          <AdoptionList adoptions={adoptions} level="h3" role={scope.role} />
        ) : (
          <NoAdoptions mayAdopt={mayAdopt} />
        )}
      </section>
    </DashboardPage>
  );
}
