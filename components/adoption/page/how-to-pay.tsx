import { BankDetail } from '@/components/checkout/bank-detail';
import { Disclosure } from '@/components/platform/ui/disclosure';
import { isToBePaid, lastDayOf, type AdoptionDetail } from '@/lib/adoption/read/detail-rules';
import { formatDate } from '@/lib/platform/dates';
import { formatINR } from '@/lib/platform/money';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { supportContact } from '@/lib/settings/support-contact';
import type { Settings } from '@/lib/settings/schema';
import { MAX_UPI_PAISE } from '@/lib/settings/upi';
import type { Bearer } from '@/components/checkout/payment/adoption-api';
import { Instalments } from './instalments';
import { Section } from './section';
import { ToldTransferView } from './told-transfer';
import { UpiCode } from './upi-code';

type HowToPayProps = { adoption: AdoptionDetail; body: Settings['body']; mayTell: boolean; bearer: Bearer };

/**
 * How to transfer the money that is still missing: the amount, the term, the account and the reference. Once the sponsor has
 * told of a transfer, that comes first, and the rest is folded.
 */
export async function HowToPay({ adoption, body, mayTell, bearer }: HowToPayProps) {
  const t = await getTranslations('adoptionPage.pay');
  const transfer = await getTranslations('adoptionPage.transfer');
  const toldTexts = await getTranslations('adoptionPage.told');
  const { reference, dueNextPaise, dueAt, lapses, isPayableOnline, toldTransfer } = adoption;
  if (!isToBePaid(adoption)) return null;
  const { accountName, accountNumber, ifsc, bankName, upiId, legalName } = body;
  const locale = await getLocale();
  const amount = formatINR(dueNextPaise);
  const hasUpi = upiId !== '' && dueNextPaise <= MAX_UPI_PAISE;
  const canPay = accountNumber !== '' || hasUpi;
  /** Label, text, and what is copied: the parts that a bank's form asks for. */
  const account = [
    [t('amount'), amount, String(dueNextPaise / 100)],
    [t('quote'), reference, reference],
    [t('account'), accountName, null],
    [t('number'), accountNumber, accountNumber],
    [t('ifsc'), ifsc, ifsc],
    [t('bank'), bankName, null],
  ] as const;
  const rows = (
    <dl className="grid divide-y divide-line border-y border-line">
      {account
        .filter(([, value]) => value !== '')
        .map(([label, value, copied]) => (
          <BankDetail key={label} label={label} value={value} copied={copied} />
        ))}
    </dl>
  );
  // Online payment is the way that is open.
  const folds = !canPay && isPayableOnline;
  const ask = canPay ? null : <p>{t('ask', { contact: await supportContact(locale) })}</p>;
  const told = <ToldTransferView adoption={adoption} mayTell={mayTell} bearer={bearer} />;
  const byBank = (
    <div className="grid gap-3">
      {ask}
      {told}
    </div>
  );
  const ways = (
    <>
      <p>
        {dueAt
          ? t(!canPay ? 'waitUntil' : lapses ? 'until' : 'untilDecided', {
              amount,
              date: formatDate(lastDayOf(dueAt), locale),
            })
          : t(canPay ? 'anyTime' : 'wait', { amount })}
      </p>
      {hasUpi && <UpiCode upiId={upiId} name={accountName || legalName} paise={dueNextPaise} reference={reference} />}
      {/* eslint-disable-next-line product/translated-text -- elements only */}
      {accountNumber !== '' && (hasUpi ? <Disclosure summary={transfer('title')}>{rows}</Disclosure> : rows)}
      <Instalments adoption={adoption} mayChoose={mayTell} bearer={bearer} />
    </>
  );
  if (toldTransfer)
    return (
      <Section title={toldTexts('title')}>
        {told}
        <Disclosure summary={t('title')}>
          <div className="grid gap-3">
            {ways}
            {ask}
          </div>
        </Disclosure>
      </Section>
    );
  return (
    <Section title={t('title')}>
      {ways}
      {/* eslint-disable-next-line product/translated-text -- elements only */}
      {folds ? <Disclosure summary={transfer('title')}>{byBank}</Disclosure> : byBank}
    </Section>
  );
}
