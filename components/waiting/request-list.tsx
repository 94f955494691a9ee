import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import { reservedPath } from '@/lib/adoption/core/rules';
import type { ShownRequest } from '@/lib/waiting/queries';
import { getNames } from '@/lib/catalogue/localized-names';
import { formatDate, formatDateTimeWithZone } from '@/lib/platform/dates';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { placeOf } from '@/lib/platform/place-of';
import { timeLeft } from '@/lib/platform/time-left';
import { WithdrawRequest } from './withdraw-request';

/** Requests of one address: what is waited for, since when, what is offered now, and a button to stop waiting. */
export async function RequestList({ requests, labelledBy }: { requests: readonly ShownRequest[]; labelledBy: string }) {
  const [t, common, names, locale] = [
    await getTranslations('waiting'),
    await getTranslations('common'),
    await getNames(),
    await getLocale(),
  ];
  return (
    <ul aria-labelledby={labelledBy} className="grid gap-3">
      {requests.map((request) => {
        const { id, seats, minSeats: min, offer, ending, session, createdAt } = request;
        const [branch, city] = [names.branch(request.branch, request.branchHindi), names.place(request.city)];
        const institute = request.institute === null ? '' : names.institute(request.institute, request.instituteHindi);
        const { radiusKm: km } = request;
        const anywhere = km === null ? t('anywhere', { city }) : t('near', { city, km });
        const title = `${names.type(request.courseType)}, ${branch}`;
        return (
          <li key={id} className="grid gap-2 rounded-2 border border-line bg-surface p-4">
            <h3 className="text-lead wrap-anywhere">{title}</h3>
            <p className="wrap-anywhere">{institute ? placeOf(institute, request.city, city) : anywhere}</p>
            <p className="text-small text-ink-2">
              {[
                t('wish', { seats, min }),
                t('session', { session }),
                t('since', { date: formatDate(createdAt, locale) }),
              ].join(' · ')}
            </p>
            {offer && (
              <p className="font-semibold">
                {t('offer', {
                  seats: offer.seats,
                  until: formatDateTimeWithZone(offer.until, locale),
                  left: common('timeLeft', timeLeft(offer.leftMs)),
                })}
              </p>
            )}
            {ending ? (
              <p className="text-small font-semibold">{t(`ending.${ending}`)}</p>
            ) : (
              <div className="flex flex-wrap gap-3">
                {offer && (
                  <Button asChild size="small">
                    <Link href={reservedPath(offer.id)}>{t('open')}</Link>
                  </Button>
                )}
                <WithdrawRequest id={id} course={title} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
