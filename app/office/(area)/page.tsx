import type { Metadata } from 'next';
import { PageHead } from '@/components/admin/page-head';
import { AdminSection } from '@/components/admin/section';
import { DueList } from '@/components/office/due-list';
import { OfferCard } from '@/components/office/offer-card';
import { officePage } from '@/components/office/office-page';
import { AnsweredNote } from '@/components/office/proposals/answered-note';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { getTranslations } from '@/lib/platform/i18n/server';
import { listAdoptedOffers } from '@/lib/register/queries';
import { listDue } from '@/lib/register/report-queries';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('office'))('seats.title') };
}

/** /office: what an office has to do, and the adopted seats of its institutes, by offer and company. */
export default officePage(async (scope) => {
  const t = await getTranslations('office');
  const [offers, reports] = await Promise.all([listAdoptedOffers(scope), listDue(scope)]);
  return (
    <>
      <PageHead title={t('seats.title')} />
      <AnsweredNote scope={scope} />
      <p className="max-w-prose text-small text-ink-2">{t('seats.lead')}</p>
      {offers.length === 0 ? (
        <EmptyState title={t('seats.noneTitle')} text={t('seats.noneText')} />
      ) : (
        <>
          <DueList reports={reports} offers={offers} />
          <AdminSection id="offers" title={t('seats.offers')}>
            <ul className="grid gap-3 lg:grid-cols-2">
              {offers.map((offer) => (
                <OfferCard key={offer.id} offer={offer} />
              ))}
            </ul>
          </AdminSection>
        </>
      )}
    </>
  );
});
