import { Link } from '@/components/platform/ui/link';
import { Period } from '@/components/selection/period';
import type { AdoptionDetail } from '@/lib/adoption/read/detail-rules';
import { getTranslations } from '@/lib/platform/i18n/server';
import { formatINR } from '@/lib/platform/money';
import { periodOf } from '@/lib/adoption/core/period';

type MoneyProps = {
  adoption: AdoptionDetail;
  /** The page of the end of a financial year. */
  yearEnd: string;
};

/** The amount of an adoption: its total for one year, what arrived, the tax withheld, and what is still to be paid, by whom. */
export async function Money({ adoption, yearEnd }: MoneyProps) {
  const t = await getTranslations('adoptionPage.money');
  const { status, totalPaise, receivedPaise, withheldPaise, outstandingPaise, refundDuePaise, coursesPaise, lines } =
    adoption;
  // The status says it.
  const isPaid = status === 'completed' && receivedPaise === totalPaise;
  const rows = [
    ['total', totalPaise],
    ['received', receivedPaise],
    ['withheld', withheldPaise],
    ['outstanding', outstandingPaise],
    ['refund', refundDuePaise],
  ] as const;
  return (
    <section aria-label={t('title')} className="grid gap-2">
      <dl className="grid rounded-2 border border-t-4 border-line border-t-marigold bg-surface px-4">
        {rows
          .filter(([name, paise]) => name === 'total' || (paise > 0 && !(name === 'received' && isPaid)))
          .map(([name, paise]) => (
            <div
              key={name}
              className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-2 last:border-b-0"
            >
              <dt className="text-small text-ink-2">{t(name)}</dt>
              <dd className="ms-auto text-end">
                <span className="num text-lead money">{formatINR(paise)}</span>
                {name === 'total' && <Period {...periodOf(lines, coursesPaise)} decimals={2} />}
              </dd>
            </div>
          ))}
      </dl>
      {receivedPaise > 0 && (
        <Link
          href={yearEnd}
          className="inline-flex min-h-tap items-center text-small text-link underline underline-offset-4 print:hidden"
        >
          {(await getTranslations('yearEnd'))('open')}
        </Link>
      )}
    </section>
  );
}
