import { Sprout } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import type { Bearer } from '@/components/checkout/payment/adoption-api';
import type { Renewal } from '@/lib/adoption/renewals/renewal-rules';
import { renewalPath } from '@/lib/adoption/core/rules';
import { getNames } from '@/lib/catalogue/localized-names';
import { instituteWithCity } from '@/lib/catalogue/names';
import { formatDate } from '@/lib/platform/dates';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { formatINR } from '@/lib/platform/money';

const bold = (text: ReactNode) => <b className="num">{text}</b>;

const unbroken = (text: ReactNode) => <span className="inline-block">{text}</span>;

type RenewalCardProps = {
  renewal: Renewal;
  /** Whether the person may renew and give back. */
  mayAdopt: boolean;
  bearer: Bearer;
};

/** Seats of the next year that a sponsor can renew, with the price and the last day; its page renews them or gives them back. */
export async function RenewalCard({ renewal, mayAdopt, bearer }: RenewalCardProps) {
  const t = await getTranslations('adoptionPage.renewal');
  const { id, until, sessions, studyYear, years, supported, reserved, renewed, left, leftPaise, lines } = renewal;
  const names = await getNames();
  const open = lines.filter((line) => line.left > 0);
  const [first] = open;
  const unpaid = [...new Map(lines.map((line) => [line.billingId, line.outstandingPaise])).values()].reduce(
    (sum, paise) => sum + paise,
    0,
  );
  const [heading, year] = [`renewal-${id}`, studyYear ?? 'none'];
  return (
    <section
      aria-labelledby={heading}
      className="grid gap-4 rounded-2 border border-t-4 border-line border-t-marigold bg-surface p-4 md:p-5 print:hidden"
    >
      <div className="grid gap-1">
        <h2 id={heading} className="flex items-start gap-2 text-h3">
          <Sprout aria-hidden className="mt-0.5 size-6 shrink-0 text-neel" />
          <span>{t.rich('title', { seats: left, sessions: sessions.join(', '), n: unbroken })}</span>
        </h2>
        <p>
          {t('supports', {
            seats: supported,
            year: studyYear !== null && years !== null ? studyYear - 1 : 'none',
            years: years ?? 0,
          })}{' '}
          {t.rich('next', {
            year,
            seats: left,
            amount: formatINR(leftPaise),
            date: formatDate(until, await getLocale()),
            b: bold,
          })}
        </p>
        {first && (
          <p className="wrap-anywhere">
            {t('what', {
              seats: first.left,
              course: names.branch(first.branch, first.branchHindi),
              place: instituteWithCity(names, first.institute, first.instituteHindi, first.city),
              more: open.length - 1,
            })}
          </p>
        )}
        {unpaid > 0 && <p className="font-semibold text-warn">{t('unpaid', { amount: formatINR(unpaid) })}</p>}
        {(renewed > 0 || reserved < supported) && (
          <p className="text-small text-ink-2">
            {[renewed > 0 && t('partly', { seats: renewed }), reserved < supported && t('fewer', { seats: reserved })]
              .filter(Boolean)
              .join(' ')}
          </p>
        )}
      </div>
      {first && (
        <Button asChild className="justify-self-start">
          <Link href={renewalPath({ isRegistered: bearer === null, reference: first.reference })} prefetch={false}>
            {t(mayAdopt ? 'open' : 'look')}
          </Link>
        </Button>
      )}
    </section>
  );
}
