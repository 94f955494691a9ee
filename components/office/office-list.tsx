import { Link } from '@/components/platform/ui/link';
import { getNames } from '@/lib/catalogue/localized-names';
import { offerText } from '@/lib/catalogue/rules';
import { formatDate, indianDay } from '@/lib/platform/dates';
import { groupBy } from '@/lib/platform/group-by';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import type { AdoptedOffer } from '@/lib/register/queries';
import type { OfferReport } from '@/lib/register/report-queries';

/** What has to be done for an offer, with the page where it is done. */
type Act = { title: string; state?: string; isLate?: boolean; href: string; action: string };

type OfficeListProps = {
  offers: readonly AdoptedOffer[];
  /** The reports that are due, those that are late first. */
  reports: readonly OfferReport[];
  /** Whether to name the institute. */
  isNamed: boolean;
};

/** The offers with adopted seats: each with what has to be done for it at its end, and those that are late first. */
export async function OfficeList({ offers, reports, isNamed }: OfficeListProps) {
  const [t, locale] = [await getTranslations('office'), await getLocale()];
  const dateOf = (day: string) => formatDate(indianDay(day), locale);
  const reportsOf = groupBy(reports, ({ id }) => id);
  const actsOf = ({ id, seats, enrolled }: AdoptedOffer): Act[] => [
    ...(reportsOf.get(id) ?? []).map(({ kind, isLate, dueOn, remindedOn }) => ({
      title: t(`reports.kind.${kind}`),
      state: [
        t(isLate ? 'due.late' : 'due.until', { day: dateOf(dueOn) }),
        remindedOn && t('due.reminded', { day: dateOf(remindedOn) }),
      ]
        .filter(Boolean)
        .join(' · '),
      isLate,
      href: `/office/offers/${id}/reports/${kind}`,
      action: t('due.make'),
    })),
    ...(enrolled < seats
      ? [
          {
            title: t('register.free', { count: seats - enrolled }),
            href: `/office/offers/${id}`,
            action: t('due.places'),
          },
        ]
      : []),
  ];
  // Reports come by their day, so that the first one is the most urgent of its offer.
  const urgency = ({ id, seats, enrolled }: AdoptedOffer) => {
    const at = reports.findIndex((report) => report.id === id);
    return at >= 0 ? at : reports.length + (enrolled < seats ? 0 : 1);
  };
  return (
    <ul className="border-t-2 border-ink">
      {offers
        .toSorted((a, b) => urgency(a) - urgency(b))
        .map((offer) => (
          <Item key={offer.id} offer={offer} acts={actsOf(offer)} isNamed={isNamed} />
        ))}
    </ul>
  );
}

async function Item({ offer, acts, isNamed }: { offer: AdoptedOffer; acts: readonly Act[]; isNamed: boolean }) {
  const [t, common, names] = [await getTranslations('office'), await getTranslations('common'), await getNames()];
  const name = `${names.type(offer.courseType)} · ${names.branch(offer.branch, offer.branchHindi)}`;
  const where = [offerText(common, offer, true), isNamed && names.institute(offer.institute, offer.instituteHindi)];
  return (
    <li className="grid gap-x-8 gap-y-2 border-b border-line py-3 text-small md:grid-cols-2">
      <div className="min-w-0">
        <h2 className="text-body wrap-anywhere">
          <Link href={`/office/offers/${offer.id}`} className="text-link underline underline-offset-4">
            {name}
          </Link>
        </h2>
        <p className="wrap-anywhere text-ink-2">{where.filter(Boolean).join(' · ')}</p>
        <p className="font-semibold">{t('register.state', { enrolled: offer.enrolled, seats: offer.seats })}</p>
        <p className="wrap-anywhere text-ink-2">
          {[
            ...offer.lines.map(({ company, seats }) => t('seats.line', { company, count: seats })),
            ...(offer.companies > offer.lines.length
              ? [t('seats.more', { count: offer.companies - offer.lines.length })]
              : []),
          ].join(' · ')}
        </p>
      </div>
      {acts.length > 0 && (
        <ul className="grid content-start gap-1">
          {acts.map(({ title, state, isLate, href, action }) => (
            <li key={href} className="flex items-center gap-x-4">
              <p className="me-auto min-w-0 wrap-anywhere">
                <span className="font-semibold">{title}</span>
                {state && <span className={isLate ? 'block font-semibold text-warn' : 'block'}>{state}</span>}
              </p>
              <Link
                href={href}
                aria-label={`${action}: ${title}, ${name}`}
                className="inline-flex min-h-tap shrink-0 items-center text-link underline underline-offset-4"
              >
                {action}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
