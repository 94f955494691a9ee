import { CopyButton } from '@/components/platform/ui/copy-button';
import { isToBePaid, lastDayOf, type AdoptionDetail } from '@/lib/adoption/detail-rules';
import { formatDate } from '@/lib/platform/dates';
import { formatINR } from '@/lib/platform/money';
import { langOf } from '@/lib/platform/i18n/script';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { supportContact } from '@/lib/settings/support-contact';
import type { Settings } from '@/lib/settings/schema';
import { MAX_UPI_PAISE } from '@/lib/settings/upi';
import type { Bearer } from '@/components/checkout/payment/adoption-api';
import { Section } from './section';
import { ToldTransferView } from './told-transfer';
import { UpiCode } from './upi-code';

type HowToPayProps = { adoption: AdoptionDetail; body: Settings['body']; mayTell: boolean; bearer: Bearer };

/** How to transfer the money that is still missing: the amount, the term, the account and the reference. */
export async function HowToPay({ adoption, body, mayTell, bearer }: HowToPayProps) {
  const t = await getTranslations('adoptionPage.pay');
  const { id, reference, outstandingPaise, dueAt, lapses } = adoption;
  if (!isToBePaid(adoption)) return null;
  const { accountName, accountNumber, ifsc, bankName, upiId, legalName } = body;
  const amount = formatINR(outstandingPaise);
  /** Label, text, and what is copied: the parts that a bank's form asks for. */
  const account = [
    [t('amount'), amount, String(outstandingPaise / 100)],
    [t('quote'), reference, reference],
    [t('account'), accountName, null],
    [t('number'), accountNumber, accountNumber],
    [t('ifsc'), ifsc, ifsc],
    [t('bank'), bankName, null],
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
            .map(([label, value, copied]) => (
              <div
                key={label}
                className="grid grid-cols-[9rem_minmax(0,1fr)] items-baseline gap-x-4 border-b border-line py-2"
              >
                <dt className="text-small text-ink-2">{label}</dt>
                <dd className="flex flex-wrap items-center gap-x-3 font-semibold wrap-anywhere">
                  <span lang={langOf(value)}>{value}</span>
                  {copied !== null && <CopyButton text={copied} about={label} />}
                </dd>
              </div>
            ))}
        </dl>
      )}
      <ToldTransferView billingId={id} told={adoption.toldTransfer} mayTell={mayTell} bearer={bearer} />
    </Section>
  );
}
