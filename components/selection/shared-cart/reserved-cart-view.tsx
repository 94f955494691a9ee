import { Period } from '@/components/selection/period';
import { Button } from '@/components/platform/ui/button';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { Link } from '@/components/platform/ui/link';
import { Note } from '@/components/platform/ui/note';
import { includesRole } from '@/lib/accounts/company-roles';
import { sponsorOfPage } from '@/lib/accounts/session';
import { namesSessions, periodOf } from '@/lib/adoption/core/period';
import { reservationKeys } from '@/lib/adoption/take/queries';
import { getNames } from '@/lib/catalogue/localized-names';
import { courseTypeSlug } from '@/lib/catalogue/schema';
import { formatDateTimeWithZone } from '@/lib/platform/dates';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { formatINR } from '@/lib/platform/money';
import { timeLeft } from '@/lib/platform/time-left';
import { groupForCart } from '@/lib/selection/rules';
import { currentEntries, takenFrom } from '@/lib/selection/shared-cart/rules';
import type { ReservedCart } from '@/lib/selection/shared-cart/queries';
import { AddSharedCart } from './add-shared-cart';
import { SharedLine } from './shared-line';

/**
 * Seats that are reserved for a company: who can adopt them and until when. A link that lasts opens the cart
 * with them, that of a signed-in holder opens the dashboard's selection.
 */
export async function ReservedCartView({ cart }: { cart: ReservedCart }) {
  const { lines, now, company, key, holder, until, leftMs, isLive } = cart;
  const scope = await sponsorOfPage();
  const isOwn = scope !== null && includesRole(scope.role, 'adopt') && (await reservationKeys(scope)).includes(key);
  const [t, shared, common] = [
    await getTranslations('sharedCart.reserved'),
    await getTranslations('sharedCart'),
    await getTranslations('common'),
  ];
  const [names, locale] = [await getNames(), await getLocale()];
  const byId = new Map(lines.map((line) => [line.line.id, line]));
  const groups = groupForCart(Object.fromEntries(lines.map(({ line }) => [line.id, line])));
  const current = currentEntries(lines);
  const isNamed = namesSessions(lines.map(({ line }) => line));
  const end = formatDateTimeWithZone(until, locale);
  return (
    <div className="wrap grid content-start gap-6 pt-8 pb-18">
      <div className="grid gap-2">
        <h1 className="wrap-anywhere">{company === '' ? t('waited') : t('title', { company })}</h1>
        {isLive && (
          <>
            <p className="text-lead">
              {t('until', { until: end })} {common('timeLeft', timeLeft(leftMs))}
            </p>
            <p className="max-w-[44em] wrap-anywhere text-ink-2">{t('holder', holder)}</p>
          </>
        )}
      </div>
      {!isLive && (
        <Note kind="warn">
          <p>{t('ended', { until: end })}</p>
        </Note>
      )}
      {current.length === 0 ? (
        <EmptyState title={t(isLive ? 'used' : 'none')} text={isLive ? t('usedText') : undefined}>
          <Button asChild>
            <Link href={isLive ? '/adoptions' : '/#courses'}>{isLive ? t('adoptions') : shared('browse')}</Link>
          </Button>
        </EmptyState>
      ) : (
        <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="grid content-start gap-8">
            {groups.map(({ courseName, cities }) => (
              <section key={courseName} data-type={courseTypeSlug(courseName)} aria-label={names.type(courseName)}>
                <h2 className="border-b-2 border-type pb-1 text-h3 text-type">{names.type(courseName)}</h2>
                <ul>
                  {cities.flatMap(({ lines: own }) =>
                    own.map(({ id }) => <SharedLine key={id} compared={byId.get(id)!} isNamed={isNamed} />),
                  )}
                </ul>
              </section>
            ))}
          </div>
          <section
            aria-label={shared('total')}
            className="grid content-start gap-4 self-start rounded-2 border border-t-4 border-line border-t-marigold bg-surface p-4 md:p-6 lg:sticky lg:top-4"
          >
            <dl className="grid gap-1">
              <dt className="font-semibold">{shared('total')}</dt>
              <dd className="num text-h2 leading-tight wrap-anywhere">{formatINR(now.paise)}</dd>
              <dd className="text-small text-ink-2">{shared('seats', now)}</dd>
              <dd className="text-small">
                <Period {...periodOf(current)} decimals={2} />
              </dd>
            </dl>
            <AddSharedCart {...takenFrom(lines)} opens={isLive} inDashboard={isLive && isOwn} />
          </section>
        </div>
      )}
    </div>
  );
}
