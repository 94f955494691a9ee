import { CopyButton } from '@/components/platform/ui/copy-button';
import { lastDayOf, type AdoptionDetail } from '@/lib/adoption/detail-rules';
import { formatDate } from '@/lib/platform/dates';
import { formatINR } from '@/lib/platform/money';
import { langOf } from '@/lib/platform/i18n/script';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { supportContact } from '@/lib/adoption/support-contact';
import { readSettings } from '@/lib/settings/queries';
import { MAX_UPI_PAISE } from '@/lib/settings/upi';
import type { Bearer } from '@/components/checkout/payment/adoption-api';
import { PaperDetailsForm } from './paper-details-form';
import { Section } from './section';
import { UpiCode } from './upi-code';

type HowToPayProps = { adoption: AdoptionDetail; mayIssue: boolean; bearer: Bearer };

/** Whether money of an adoption is still to be paid. */
export const isToBePaid = ({ status, outstandingPaise }: AdoptionDetail): boolean =>
  status === 'pledged' && outstandingPaise > 0;

/** How to transfer the money that is still missing: the amount, the term, the account and the reference. */
export async function HowToPay({ adoption, mayIssue, bearer }: HowToPayProps) {
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
        <p>{t('unknown', { contact: supportContact(await getLocale()) })}</p>
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
      {mayIssue && <PaperDetailsForm billingId={id} details={adoption.paperDetails} bearer={bearer} isProforma />}
    </Section>
  );
}
