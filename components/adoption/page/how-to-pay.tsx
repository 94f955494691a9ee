import { CopyButton } from '@/components/platform/ui/copy-button';
import { isToBePaid, lastDayOf, type AdoptionDetail } from '@/lib/adoption/detail-rules';
import { formatDate } from '@/lib/platform/dates';
import { formatINR } from '@/lib/platform/money';
import { langOf } from '@/lib/platform/i18n/script';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { supportContact } from '@/lib/settings/support-contact';
import { readSettings } from '@/lib/settings/queries';
import { MAX_UPI_PAISE } from '@/lib/settings/upi';
import type { Bearer } from '@/components/checkout/payment/adoption-api';
import { Section } from './section';
import { ToldTransferView } from './told-transfer';
import { UpiCode } from './upi-code';

type HowToPayProps = { adoption: AdoptionDetail; mayTell: boolean; bearer: Bearer };

/** How to transfer the money that is still missing: the amount, the term, the account and the reference. */
export async function HowToPay({ adoption, mayTell, bearer }: HowToPayProps) {
  const t = await getTranslations('adoptionPage.pay');
  const { id, reference, outstandingPaise, dueAt, lapses } = adoption;
  if (!isToBePaid(adoption)) return null;
  const { accountName, accountNumber, ifsc, bankName, upiId, legalName } = await readSettings('body');
  const amount = formatINR(outstandingPaise);
  const account = [
    [t('amount'), amount],
    [t('quote'), reference],
    [t('account'), accountName],
    [t('number'), accountNumber],
    [t('ifsc'), ifsc],
    [t('bank'), bankName],
  ] as const;
  return (
    <Section title={t('title')}>
      <p>
        {dueAt
          ? t(lapses ? 'until' : 'untilDecided', { amount, date: formatDate(lastDayOf(dueAt), await getLocale()) })
          : t('anyTime', { amount })}
      </p>
      {upiId !== '' && outstandingPaise <= MAX_UPI_PAISE && (
        <UpiCode upiId={upiId} name={accountName || legalName} paise={outstandingPaise} reference={reference} />
      )}
      {accountNumber === '' ? (
        <p>{t('unknown', { contact: await supportContact(await getLocale()) })}</p>
      ) : (
        <dl className="grid border-t border-line">
          {account
            .filter(([, value]) => value !== '')
            .map(([label, value]) => (
              <div
                key={label}
                className="grid grid-cols-[9rem_minmax(0,1fr)] items-baseline gap-x-4 border-b border-line py-2"
              >
                <dt className="text-small text-ink-2">{label}</dt>
                <dd className="flex flex-wrap items-center gap-x-3 font-semibold wrap-anywhere">
                  <span lang={langOf(value)}>{value}</span>
                  {[amount, reference, accountNumber, ifsc].includes(value) && (
                    <CopyButton text={value === amount ? String(outstandingPaise / 100) : value} about={label} />
                  )}
                </dd>
              </div>
            ))}
        </dl>
      )}
      <ToldTransferView billingId={id} told={adoption.toldTransfer} mayTell={mayTell} bearer={bearer} />
    </Section>
  );
}
