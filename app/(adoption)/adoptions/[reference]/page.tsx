import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { AccessForm } from '@/components/adoption/page/access-form';
import { AdoptionTitle } from '@/components/adoption/page/adoption-title';
import { AdoptionView } from '@/components/adoption/page/adoption-view';
import { CloseAccess } from '@/components/adoption/page/close-access';
import { NoScript } from '@/components/platform/site/no-script';
import { SitePage } from '@/components/platform/site/page';
import { readAdoption } from '@/lib/adoption/read/detail-queries';
import { accessOfPage } from '@/lib/adoption/guests/guest-access';
import { mayBeReference, normalReference } from '@/lib/adoption/core/reference';
import { formatDateTimeWithZone } from '@/lib/platform/dates';
import { readOwnConversation } from '@/lib/conversation/queries';
import { readProgress } from '@/lib/register/progress-queries';
import { noteReturn } from '@/lib/money/check-billing';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { readSegment } from '@/lib/platform/site/segment';

/** Rendered on each request, for the cookie of one guest. */
export const dynamic = 'force-dynamic';

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations('adoptionPage'))('access.title'),
    robots: { index: false, follow: false },
    // The address is not told to other sites.
    referrer: 'same-origin',
  };
}

type GuestPageProps = { params: Promise<{ reference: string }>; searchParams: Promise<Record<string, unknown>> };

/** /adoptions/{reference}: a guest opens an adoption with a code to its e-mail address. */
export default async function GuestAdoptionPage({ params, searchParams }: GuestPageProps) {
  const typed = readSegment((await params).reference) ?? '';
  const reference = normalReference(typed);
  if (!mayBeReference(reference)) redirect(`/adoptions?reference=${encodeURIComponent(typed)}`);
  // One address for each adoption. A gateway adds its ids and signature to it on the way back: the page asks it instead.
  const query = await searchParams;
  if (typed !== reference || Object.keys(query).length > 0) {
    await noteReturn(query);
    redirect(`/adoptions/${encodeURIComponent(reference)}`);
  }
  const access = await accessOfPage(reference);
  const adoption = access && (await readAdoption(access.scope, access.scope.billingId));
  const t = await getTranslations('adoptionPage');
  if (!adoption)
    return (
      <SitePage className="wrap grid max-w-2xl content-start gap-5 py-8">
        <NoScript />
        <h1>{t('access.title')}</h1>
        <AccessForm reference={reference} />
      </SitePage>
    );
  return (
    <SitePage className="wrap grid max-w-288 grid-cols-[minmax(0,1fr)] content-start gap-4 py-5 md:gap-5 md:py-8">
      <AdoptionTitle reference={reference} />
      <AdoptionView
        adoption={adoption}
        progress={await readProgress(access.scope, adoption.id)}
        conversation={await readOwnConversation(access.scope, adoption.id)}
        bearer={access.bearer}
        role={null}
      />
      <p className="flex flex-wrap items-baseline gap-x-3 text-small text-ink-2 print:hidden">
        {t('access.until', { time: formatDateTimeWithZone(access.until, await getLocale()) })}
        <CloseAccess reference={reference} />
      </p>
    </SitePage>
  );
}
