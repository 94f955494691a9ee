import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { AccessForm } from '@/components/adoption/page/access-form';
import { NoScript } from '@/components/platform/site/no-script';
import { SitePage } from '@/components/platform/site/page';
import { BackLink } from '@/components/platform/ui/back-link';
import { YearEndView } from '@/components/year-end/year-end-view';
import { accessOfPage } from '@/lib/adoption/guests/guest-access';
import { mayBeReference, normalReference } from '@/lib/adoption/core/reference';
import { getTranslations } from '@/lib/platform/i18n/server';
import { readSegment } from '@/lib/platform/site/segment';

/** Rendered on each request, for the cookie of one guest. */
export const dynamic = 'force-dynamic';

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations('yearEnd'))('title'),
    robots: { index: false, follow: false },
    // The address is not told to other sites.
    referrer: 'same-origin',
  };
}

type GuestYearEndProps = {
  params: Promise<{ reference: string }>;
  searchParams: Promise<{ year?: string | string[] }>;
};

/** /adoptions/{reference}/year-end: the money of an adoption that a guest opened with a code, in a financial year. */
export default async function GuestYearEndPage({ params, searchParams }: GuestYearEndProps) {
  const reference = normalReference(readSegment((await params).reference) ?? '');
  if (!mayBeReference(reference)) redirect(`/adoptions?reference=${encodeURIComponent(reference)}`);
  const access = await accessOfPage(reference);
  const [t, adoption] = [await getTranslations('yearEnd'), await getTranslations('adoptionPage')];
  if (!access)
    return (
      <SitePage className="wrap grid max-w-2xl content-start gap-5 py-8">
        <NoScript />
        <h1>{t('title')}</h1>
        <AccessForm reference={reference} />
      </SitePage>
    );
  return (
    <SitePage className="wrap grid max-w-288 grid-cols-[minmax(0,1fr)] content-start gap-4 py-5 md:gap-5 md:py-8">
      <BackLink href={`/adoptions/${reference}`}>{adoption('access.title')}</BackLink>
      <h1>{t('title')}</h1>
      <YearEndView
        scope={access.scope}
        asked={(await searchParams).year}
        path={`/adoptions/${reference}/year-end`}
        reader={{ as: 'guest', billingId: access.scope.billingId, bearer: access.bearer }}
        mayShare
      />
    </SitePage>
  );
}
