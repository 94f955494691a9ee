import type { Metadata } from 'next';
import { PageHead } from '@/components/admin/page-head';
import { OfferCard } from '@/components/office/offer-card';
import { officePage } from '@/components/office/office-page';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { getTranslations } from '@/lib/platform/i18n/server';
import { listAdoptedOffers } from '@/lib/register/queries';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('office'))('seats.title') };
}

/** /office: the adopted seats of the office's institutes, by offer and company. */
export default officePage(async (scope) => {
  const t = await getTranslations('office');
  const offers = await listAdoptedOffers(scope);
  return (
    <>
      <PageHead title={t('seats.title')} />
      <p className="max-w-prose text-small text-ink-2">{t('seats.lead')}</p>
      {offers.length === 0 ? (
        <EmptyState title={t('seats.noneTitle')} text={t('seats.noneText')} />
      ) : (
        <ul className="grid gap-3 lg:grid-cols-2">
          {offers.map((offer) => (
            <OfferCard key={offer.id} offer={offer} />
          ))}
        </ul>
      )}
    </>
  );
});
