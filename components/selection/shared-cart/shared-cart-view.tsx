import { Period } from '@/components/selection/period';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import { Note } from '@/components/platform/ui/note';
import { getNames } from '@/lib/catalogue/localized-names';
import { courseTypeSlug } from '@/lib/catalogue/schema';
import { formatDate, formatDateTimeWithZone } from '@/lib/platform/dates';
import { MAX_DECISIONS } from '@/lib/platform/limits';
import { formatINR } from '@/lib/platform/money';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { namesSessions, periodOf } from '@/lib/adoption/core/period';
import { groupForCart } from '@/lib/selection/rules';
import { currentEntries, takenFrom } from '@/lib/selection/shared-cart/rules';
import type { SharedCart } from '@/lib/selection/shared-cart/queries';
import type { Receiver } from '@/lib/selection/shared-cart/schema';
import { DecideForm } from './decide-form';
import { ProposalLink } from './proposal-link';
import { SharedLine } from './shared-line';
import { AddSharedCart } from './add-shared-cart';

/** A shared cart with the prices and seats of now, and what differs from when it was shared. */
export async function SharedCartView({
  cart,
  token,
  receiver,
}: {
  cart: SharedCart;
  token: string;
  receiver: Receiver | null;
}) {
  const { lines, then, now, sharedAt, expiresAt, by, decisions } = cart;
  const [t, names, locale] = [await getTranslations('sharedCart'), await getNames(), await getLocale()];
  const byId = new Map(lines.map((line) => [line.line.id, line]));
  const groups = groupForCart(Object.fromEntries(lines.map(({ line }) => [line.id, line])));
  const changed = lines.filter(({ changes }) => changes.length > 0).length;
  const current = currentEntries(lines);
  const isNamed = namesSessions(lines.map(({ line }) => line));
  const isDecided = decisions.length > 0;
  const isOpen = decisions.length < MAX_DECISIONS;
  const who = [by.sender, by.company].filter(Boolean).join(', ');
  return (
    <div className="wrap grid content-start gap-6 pt-8 pb-18">
      <div className="grid gap-2">
        <h1>{t('title')}</h1>
        {who && <p className="text-lead wrap-anywhere">{t('by', { who })}</p>}
        {by.note && (
          <blockquote className="max-w-[44em] border-s-4 border-line ps-4 wrap-anywhere">{by.note}</blockquote>
        )}
        <p className="text-ink-2">{t('contents', { ...then, date: formatDate(sharedAt, locale) })}</p>
      </div>
      {changed > 0 && (
        <Note kind="warn">
          <p className="font-semibold">{t('changed', { changed })}</p>
        </Note>
      )}
      {/* The sum and the decision stand before the lines: on a phone a long list would hide them. */}
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <section
          aria-label={t('total')}
          className="grid content-start gap-4 self-start rounded-2 border border-t-4 border-line border-t-marigold bg-surface p-4 md:p-6 lg:sticky lg:top-4 lg:col-start-2 lg:row-start-1"
        >
          <dl className="grid gap-1">
            <dt className="font-semibold">{t('total')}</dt>
            <dd className="num text-h2 leading-tight wrap-anywhere">{formatINR(now.paise)}</dd>
            <dd>
              <Period {...periodOf(current)} decimals={2} />
            </dd>
            <dd className="text-small text-ink-2">{t('seats', now)}</dd>
            {changed > 0 && (
              <>
                <dt className="pt-2 text-small">{t('then')}</dt>
                <dd className="text-small">
                  <span className="money">{formatINR(then.paise)}</span>
                </dd>
              </>
            )}
          </dl>
          {/* Whoever decides needs sum, session and the facts for the board first. */}
          {current.length > 0 && <ProposalLink token={token} of="board" />}
          {decisions.length > 0 && (
            <ul aria-label={t('decisions.title')}>
              {decisions.map(({ decision, name, note, at }) => (
                <li key={at.getTime()} className="grid gap-1 border-t border-line py-3 wrap-anywhere">
                  <b>{t(`decisions.${decision}`, { name })}</b>
                  <span className="text-small text-ink-2">{formatDateTimeWithZone(at, locale)}</span>
                  {note && <span>{note}</span>}
                </li>
              ))}
            </ul>
          )}
          {current.length > 0 ? (
            <>
              {isOpen && <DecideForm token={token} first={!isDecided} />}
              <AddSharedCart
                {...takenFrom(lines)}
                orderNumber={by.orderNumber}
                variant={isOpen && !isDecided ? 'line' : 'action'}
              />
              <ProposalLink token={token} />
            </>
          ) : (
            <>
              <p>{t('none')}</p>
              <Button asChild wide>
                <Link href="/#courses">{t('browse')}</Link>
              </Button>
            </>
          )}
        </section>
        <div className="grid content-start gap-8 lg:col-start-1 lg:row-start-1">
          <p aria-hidden className="-mb-6 text-end text-cap text-ink-2">
            {t('perYear')}
          </p>
          {groups.map(({ courseName, cities }) => (
            <section key={courseName} data-type={courseTypeSlug(courseName)} aria-label={names.type(courseName)}>
              <h2 className="border-b-2 border-type pb-1 text-h3 text-type">{names.type(courseName)}</h2>
              {cities.map(({ city, lines: own }) => (
                <div key={city}>
                  <h3 className="pt-4 pb-1">{names.place(city)}</h3>
                  <ul aria-label={names.place(city)}>
                    {own.map(({ id }) => (
                      <SharedLine key={id} compared={byId.get(id)!} isNamed={isNamed} />
                    ))}
                  </ul>
                </div>
              ))}
            </section>
          ))}
          <div className="grid max-w-160 gap-2 text-small text-ink-2">
            {receiver && (
              <p className="wrap-anywhere">
                {t('receiver', { name: receiver.legalName })}
                {receiver.registrations.map(({ name, number }) => (
                  <span key={number} className="block">{`${name}: ${number}`}</span>
                ))}
              </p>
            )}
            <p>{t('until', { date: formatDate(expiresAt, locale) })}</p>
          </div>
        </div>
      </div>
    </div>
  );
}
