import { Link } from '@/components/platform/ui/link';
import type { BankFileRow } from '@/lib/admin/bank-files/queries';
import { formatTableDay } from '@/lib/platform/dates';
import { formatINR } from '@/lib/platform/money';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'funds');

/** Files for the bank: what each pays, when, and what is still to do. */
export function FileList({ labelledBy, files }: { labelledBy: string; files: readonly BankFileRow[] }) {
  return (
    <ul aria-labelledby={labelledBy} className="border-t-2 border-ink">
      {files.map(({ number, payOn, payments, amountPaise, recorded, ordered, preparedBy }) => (
        <li
          key={number}
          className="grid items-center gap-x-6 gap-y-1 border-b border-line py-2 text-small md:grid-cols-[8rem_minmax(0,1fr)_minmax(0,1fr)]"
        >
          <Link href={`/admin/funds/${number}`} className="inline-flex min-h-tap items-center font-semibold">
            {t('file.name', { number })}
          </Link>
          <p className="tabular-nums">
            {t('file.line', { payments, amount: formatINR(amountPaise), day: formatTableDay(payOn) })}
          </p>
          <p className={recorded + ordered > 0 ? 'font-semibold' : 'text-ink-2'}>
            {t('file.state', { recorded, ordered })}
            <span className="block font-normal text-ink-2">{t('file.by', { admin: preparedBy ?? t('gone') })}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}
