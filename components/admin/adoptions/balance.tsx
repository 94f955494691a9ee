import type { AdminAdoption } from '@/lib/admin/adoptions/queries';
import { formatINR } from '@/lib/core/money';
import { getTranslator } from '@/lib/i18n/server';

/** What is owed, received, paid back, missing and to be paid back. */
export function Balance({ adoption }: { adoption: AdminAdoption }) {
  const t = getTranslator('en', 'adminAdoption.balance');
  const amounts = [
    [t('total'), adoption.totalPaise],
    [t('received'), adoption.receivedPaise],
    [t('refunded'), adoption.refundedPaise],
    [t('outstanding'), adoption.outstandingPaise],
    [t('refundDue'), adoption.refundDuePaise],
  ] as const;
  return (
    <dl
      aria-label={t('title')}
      className="flex flex-wrap gap-x-8 gap-y-3 rounded-2 border border-line bg-surface px-4 py-3"
    >
      {amounts.map(([name, paise]) => (
        <div key={name} className="grid">
          <dt className="text-cap text-ink-2">{name}</dt>
          <dd className="num text-h3 leading-tight">{formatINR(paise)}</dd>
        </div>
      ))}
    </dl>
  );
}
