import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AdoptionView } from '@/components/adoption-page/adoption-view';
import { DashboardPage } from '@/components/shell/page';
import { BackLink } from '@/components/ui/back-link';
import { readAdoption } from '@/lib/adoption/detail-queries';
import { getTranslations } from '@/lib/i18n/server';
import { requireSponsorPage } from '@/lib/identity/session';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('adoptionPage'))('access.title') };
}

type AdoptionPageProps = { params: Promise<{ id: string }> };

/** /dashboard/adoptions/{id}: one adoption of the signed-in sponsor. Other ids are not found. */
export default async function AdoptionPage({ params }: AdoptionPageProps) {
  const scope = await requireSponsorPage();
  const adoption = await readAdoption(scope, (await params).id);
  if (!adoption) notFound();
  const t = await getTranslations('adoptionPage');
  return (
    <DashboardPage className="max-md:pt-1">
      <BackLink href="/dashboard/adoptions">{t('back')}</BackLink>
      <h1 className="-mt-3 wrap-anywhere">{t('title', { reference: adoption.reference })}</h1>
      <AdoptionView adoption={adoption} bearer={null} role={scope.role} />
    </DashboardPage>
  );
}
