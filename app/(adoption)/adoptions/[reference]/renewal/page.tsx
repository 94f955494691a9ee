import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { AccessForm } from '@/components/adoption/page/access-form';
import { RenewalView } from '@/components/adoption/renewal/renewal-view';
import { NoScript } from '@/components/platform/site/no-script';
import { SitePage } from '@/components/platform/site/page';
import { BackLink } from '@/components/platform/ui/back-link';
import { accessOfPage } from '@/lib/adoption/guests/guest-access';
import { mayBeReference, normalReference } from '@/lib/adoption/core/reference';
import { openRenewals } from '@/lib/adoption/renewals/renewal-queries';
import { getTranslations } from '@/lib/platform/i18n/server';
import { readSegment } from '@/lib/platform/site/segment';

/** Rendered on each request, for the cookie of one guest. */
export const dynamic = 'force-dynamic';

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations('adoptionPage.renewal'))('page'),
    robots: { index: false, follow: false },
    // The address is not told to other sites.
    referrer: 'same-origin',
  };
}

type GuestRenewalProps = { params: Promise<{ reference: string }> };

/** /adoptions/{reference}/renewal: a guest renews the seats of an adoption that was opened with a code, or gives them back. */
export default async function GuestRenewalPage({ params }: GuestRenewalProps) {
  const reference = normalReference(readSegment((await params).reference) ?? '');
  if (!mayBeReference(reference)) redirect(`/adoptions?reference=${encodeURIComponent(reference)}`);
  const access = await accessOfPage(reference);
  const [t, adoption] = [await getTranslations('adoptionPage.renewal'), await getTranslations('adoptionPage')];
  if (!access)
    return (
      <SitePage className="wrap grid max-w-2xl content-start gap-5 py-8">
        <NoScript />
        <h1>{t('page')}</h1>
        <AccessForm reference={reference} />
      </SitePage>
    );
  return (
    <SitePage className="wrap grid max-w-288 grid-cols-[minmax(0,1fr)] content-start gap-4 py-5 md:gap-5 md:py-8">
      <BackLink href={`/adoptions/${reference}`}>{adoption('access.title')}</BackLink>
      <h1>{t('page')}</h1>
      <RenewalView renewals={await openRenewals(access.scope)} scope={access.scope} mayAdopt bearer={access.bearer} />
    </SitePage>
  );
}
