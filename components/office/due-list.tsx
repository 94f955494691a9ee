import { AdminSection } from '@/components/admin/section';
import { Link } from '@/components/platform/ui/link';
import { getNames } from '@/lib/catalogue/localized-names';
import { offerText } from '@/lib/catalogue/rules';
import { formatDate, indianDay } from '@/lib/platform/dates';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import type { AdoptedOffer } from '@/lib/register/queries';
import type { OfferReport } from '@/lib/register/report-queries';
import type { NamedOffer } from '@/lib/register/statements';

type DueListProps = { reports: readonly OfferReport[]; offers: readonly AdoptedOffer[] };

/** What an office has to do: reports, those that are late first, and places without a student. */
export async function DueList({ reports, offers }: DueListProps) {
  const [t, locale] = [await getTranslations('office'), await getLocale()];
  const dateOf = (day: string) => formatDate(indianDay(day), locale);
  const empty = offers.filter(({ enrolled, seats }) => enrolled < seats);
  const dayText = ({ isLate, dueOn, remindedOn }: OfferReport) => {
    const day = dateOf(dueOn);
    const reminded = remindedOn && t('due.reminded', { day: dateOf(remindedOn) });
    return [t(isLate ? 'due.late' : 'due.until', { day }), reminded].filter(Boolean).join(' · ');
  };
  return (
    <AdminSection id="due" title={t('due.title')}>
      {reports.length + empty.length === 0 ? (
        <p className="text-small text-ink-2">{t('due.none')}</p>
      ) : (
        <ul className="grid max-w-[60rem]">
          {reports.map((report) => (
            <Item
              key={`${report.id} ${report.kind}`}
              offer={report}
              title={t(`reports.kind.${report.kind}`)}
              state={dayText(report)}
              isLate={report.isLate}
              href={`/office/offers/${report.id}/reports/${report.kind}`}
              action={t('due.make')}
            />
          ))}
          {empty.map((offer) => (
            <Item
              key={offer.id}
              offer={offer}
              title={t('register.free', { count: offer.seats - offer.enrolled })}
              href={`/office/offers/${offer.id}`}
              action={t('due.places')}
            />
          ))}
        </ul>
      )}
    </AdminSection>
  );
}

type ItemProps = { offer: NamedOffer; title: string; state?: string; isLate?: boolean; href: string; action: string };

async function Item({ offer, title, state, isLate = false, href, action }: ItemProps) {
  const [common, names] = [await getTranslations('common'), await getNames()];
  const name = `${names.type(offer.courseType)} · ${names.branch(offer.branch, offer.branchHindi)}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 text-small">
      <div className="me-auto min-w-0">
        <p className="font-semibold wrap-anywhere">{title}</p>
        {state && <p className={isLate ? 'font-semibold text-warn' : undefined}>{state}</p>}
        <p className="wrap-anywhere text-ink-2">
          {name} · {offerText(common, offer, true)} · {names.institute(offer.institute, offer.instituteHindi)}
        </p>
      </div>
      <Link
        href={href}
        aria-label={`${action}: ${title}, ${name}`}
        className="inline-flex min-h-tap items-center text-link underline underline-offset-4"
      >
        {action}
      </Link>
    </li>
  );
}
