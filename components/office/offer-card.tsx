import { Link } from '@/components/platform/ui/link';
import { instituteWithCity } from '@/lib/catalogue/names';
import { offerText } from '@/lib/catalogue/rules';
import { getNames } from '@/lib/catalogue/localized-names';
import { getTranslations } from '@/lib/platform/i18n/server';
import type { AdoptedOffer } from '@/lib/register/queries';

/** One offer with its adopted seats and the companies, in a list. */
export async function OfferCard({ offer }: { offer: AdoptedOffer }) {
  const [t, common, names] = [await getTranslations('office'), await getTranslations('common'), await getNames()];
  return (
    <li className="grid content-start gap-2 rounded-2 border border-line bg-surface p-4">
      <h3 className="text-lead wrap-anywhere">
        <Link href={`/office/offers/${offer.id}`} className="text-link underline underline-offset-4">
          {names.type(offer.courseType)} · {names.branch(offer.branch, offer.branchHindi)}
        </Link>
      </h3>
      <p className="text-small wrap-anywhere text-ink-2">
        {offerText(common, offer, true)} · {instituteWithCity(names, offer.institute, offer.instituteHindi, offer.city)}
      </p>
      <p className="text-small font-semibold">
        {t('register.state', { enrolled: offer.enrolled, seats: offer.seats })} ·{' '}
        {t('register.free', { count: offer.seats - offer.enrolled })}
      </p>
      <ul aria-label={t('seats.companies')} className="grid gap-1 text-small">
        {offer.lines.map(({ company, seats }, index) => (
          <li key={index} className="wrap-anywhere">
            {t('seats.line', { company, count: seats })}
          </li>
        ))}
        {offer.companies > offer.lines.length && (
          <li className="text-ink-2">{t('seats.more', { count: offer.companies - offer.lines.length })}</li>
        )}
      </ul>
    </li>
  );
}
