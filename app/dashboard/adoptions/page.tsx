import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AdoptionList } from '@/components/adoption/history/adoption-list';
import { ConfirmEmail } from '@/components/accounts/confirm-email';
import { NoAdoptions } from '@/components/adoption/history/none';
import { DashboardPage } from '@/components/platform/shell/page';
import { BackLink } from '@/components/platform/ui/back-link';
import { Pager } from '@/components/platform/ui/pager';
import { listAdoptions } from '@/lib/adoption/read/history-queries';
import { HISTORY_PAGE_SIZE } from '@/lib/adoption/read/history-rules';
import { toPageNumber } from '@/lib/platform/search-params';
import { getTranslations } from '@/lib/platform/i18n/server';
import { includesRole } from '@/lib/accounts/company-roles';
import { unconfirmedEmail } from '@/lib/accounts/queries';
import { requireSponsorPage } from '@/lib/accounts/session';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('adoptionHistory'))('title') };
}

type AdoptionsProps = { searchParams: Promise<{ page?: string | string[] }> };

/** All adoptions of the signed-in sponsor, paginated. */
export default async function AdoptionsPage({ searchParams }: AdoptionsProps) {
  const t = await getTranslations('adoptionHistory');
  const scope = await requireSponsorPage();
  const requested = (await searchParams).page ?? '1';
  const page = typeof requested === 'string' ? toPageNumber(requested) : null;
  if (page === null) notFound();
  const [{ adoptions, total }, email] = await Promise.all([
    listAdoptions(scope, { page, size: HISTORY_PAGE_SIZE }),
    unconfirmedEmail(scope),
  ]);
  if (page > 1 && adoptions.length === 0) notFound();
  return (
    <DashboardPage className="max-md:pt-1">
      <BackLink href="/dashboard">{t('back')}</BackLink>
      <h1 className="-mt-3">{t('title')}</h1>
      {adoptions.length > 0 ? (
        <AdoptionList adoptions={adoptions} level="h2" role={scope.role} />
      ) : (
        <NoAdoptions mayAdopt={includesRole(scope.role, 'adopt')} />
      )}
      {email && <ConfirmEmail email={email} text={(await getTranslations('adoptionPage.confirmEmail'))('text')} />}
      <Pager label={t('pages')} page={page} pages={Math.ceil(total / HISTORY_PAGE_SIZE)} href={addressOf} />
    </DashboardPage>
  );
}

function addressOf(page: number): string {
  return page === 1 ? '/dashboard/adoptions' : `/dashboard/adoptions?page=${page}`;
}
