import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { AdoptionTitle } from '@/components/adoption/page/adoption-title';
import { AdoptionView } from '@/components/adoption/page/adoption-view';
import { DashboardPage } from '@/components/platform/shell/page';
import { BackLink } from '@/components/platform/ui/back-link';
import { readAdoption } from '@/lib/adoption/read/detail-queries';
import { readOwnConversation } from '@/lib/conversation/queries';
import { readProgress } from '@/lib/register/progress-queries';
import { getTranslations } from '@/lib/platform/i18n/server';
import { requireSponsorPage } from '@/lib/accounts/session';
import { noteReturn } from '@/lib/money/check-billing';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('adoptionPage'))('access.title') };
}

type AdoptionPageProps = { params: Promise<{ id: string }>; searchParams: Promise<Record<string, unknown>> };

/** /dashboard/adoptions/{id}: one adoption of the signed-in sponsor. Other ids are not found. */
export default async function AdoptionPage({ params, searchParams }: AdoptionPageProps) {
  const scope = await requireSponsorPage();
  const { id } = await params;
  const [adoption, progress] = await Promise.all([readAdoption(scope, id), readProgress(scope, id)]);
  if (!adoption) notFound();
  const conversation = await readOwnConversation(scope, id);
  // A gateway adds its ids and signature to the address on the way back: the page asks it instead.
  const query = await searchParams;
  if (Object.keys(query).length > 0) {
    await noteReturn(query);
    redirect(`/dashboard/adoptions/${id}`);
  }
  const t = await getTranslations('adoptionPage');
  return (
    <DashboardPage className="max-md:pt-1">
      <BackLink href="/dashboard/adoptions">{t('back')}</BackLink>
      <div className="-mt-3">
        <AdoptionTitle reference={adoption.reference} />
      </div>
      <AdoptionView
        adoption={adoption}
        progress={progress}
        conversation={conversation}
        bearer={null}
        role={scope.role}
      />
    </DashboardPage>
  );
}
