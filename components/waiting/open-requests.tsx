import { Note } from '@/components/platform/ui/note';
import { Link } from '@/components/platform/ui/link';
import type { SponsorScope } from '@/lib/accounts/session';
import { colleaguesOffers, openRequests } from '@/lib/waiting/queries';
import { waitingPath } from '@/lib/waiting/rules';
import { getNames } from '@/lib/catalogue/localized-names';
import { formatDateTimeWithZone } from '@/lib/platform/dates';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';

/**
 * How many requests of the signed-in person wait for seats, with the way to them, and the seats that colleagues were
 * offered; nothing without any. For those who may adopt.
 */
export async function OpenRequests({ scope }: { scope: SponsorScope }) {
  const [t, names, locale] = [await getTranslations('waiting.dashboard'), await getNames(), await getLocale()];
  const [own, others] = await Promise.all([openRequests(scope), colleaguesOffers(scope)]);
  return (
    <>
      {own && (
        <Note kind={own.offers > 0 ? 'ok' : 'time'}>
          <p>
            {own.offers > 0 ? t('offers', { offers: own.offers }) : t('open', { open: own.open })}{' '}
            <Link href={waitingPath(own.id)} className="font-semibold underline underline-offset-4">
              {t('show')}
            </Link>
          </p>
        </Note>
      )}
      {others.length > 0 && (
        <Note kind="time">
          <ul className="grid gap-1 wrap-anywhere">
            {others.map(({ id, fullName, courseType, branch, city, seats, until }) => (
              <li key={id}>
                {t('colleague', {
                  seats,
                  name: fullName,
                  until: formatDateTimeWithZone(until, locale),
                  course: `${names.type(courseType)}, ${names.branch(branch, null)}, ${names.place(city)}`,
                })}
              </li>
            ))}
          </ul>
        </Note>
      )}
    </>
  );
}
