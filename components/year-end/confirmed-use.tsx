import { Facts } from '@/components/platform/ui/facts';
import { Note } from '@/components/platform/ui/note';
import { leftOf } from '@/lib/documents/paper-rules';
import { formatDate } from '@/lib/platform/dates';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { langOf } from '@/lib/platform/i18n/script';
import { formatINR } from '@/lib/platform/money';
import type { ConfirmedUse as Confirmed } from '@/lib/year-end/confirm';

/** What is true of a statement of use: whether it shows what is known now, and its sums to compare. */
export async function ConfirmedUse({ of }: { of: Confirmed }) {
  const [t, verify, locale] = [await getTranslations('yearEnd'), await getTranslations('verify'), await getLocale()];
  const { serial, issuedAt, company, year, isOver, sums, holds, replacedBy } = of;
  const over = String(isOver);
  const date = formatDate(issuedAt, locale);
  const facts = [
    [verify('paper'), serial],
    [verify('date'), date],
    [verify('company'), company, langOf(company)],
    [t('year'), year],
    [t('figure.received'), formatINR(sums.receivedPaise)],
    [t('figure.used', { over }), formatINR(sums.usedPaise)],
    [t('figure.left', { over }), formatINR(leftOf(sums))],
    [t('figure.unstated'), formatINR(sums.unstatedPaise)],
  ] as const;
  return (
    <>
      <Note kind={holds ? 'ok' : 'warn'}>
        <p className="font-semibold">
          {replacedBy
            ? verify('replaced', { serial, by: replacedBy.serial, date: formatDate(replacedBy.at, locale) })
            : t(holds ? 'paper.holds' : 'paper.void', { serial, date })}
        </p>
      </Note>
      <Facts facts={facts} />
    </>
  );
}
