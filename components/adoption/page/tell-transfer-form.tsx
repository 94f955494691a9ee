'use client';

import { useTranslations } from 'use-intl';
import { Form } from '@/components/platform/form/form';
import { refused } from '@/components/platform/form/use-form';
import { PrivacyNotice } from '@/components/platform/site/privacy-notice';
import { Disclosure } from '@/components/platform/ui/disclosure';
import { Field } from '@/components/platform/ui/field';
import type { ToldTransfer } from '@/lib/adoption/read/detail-rules';
import { transferNoticeSchema } from '@/lib/adoption/core/page-schema';
import { indianIsoDay } from '@/lib/platform/dates';
import { toRupeeString } from '@/lib/platform/money';
import { plainAmount } from '@/lib/platform/read-amount';
import { callerOf, type Bearer } from '@/components/checkout/payment/adoption-api';

type TellTransferFormProps = {
  billingId: string;
  told: ToldTransfer | null;
  /** What a transfer of a part is expected to be, in paise; null if everything is paid at once. */
  partPaise: number | null;
  bearer: Bearer;
};

/** Says that money was transferred, or corrects that. */
export function TellTransferForm({ billingId, told, partPaise, bearer }: TellTransferFormProps) {
  const t = useTranslations('adoptionPage.told');

  const send = async (fields: FormData) => {
    const typed = (name: string) => String(fields.get(name) ?? '');
    const body = {
      utr: typed('utr'),
      ...(partPaise !== null && { amount: plainAmount(typed('amount')) }),
      paid_on: typed('paid_on'),
      tds_withheld: plainAmount(typed('tds_withheld')) || 0,
      payer: typed('payer'),
    };
    const parsed = transferNoticeSchema.safeParse(body);
    if (parsed.success)
      return callerOf(bearer)('POST /billing/{billingId}/transfer-notice', { params: { billingId }, body });
    return refused(parsed.error);
  };

  return (
    <Disclosure summary={t(told ? 'correct' : 'open')}>
      <Form
        noValidate
        className="pt-2"
        submit={t('send')}
        variant="line"
        send={send}
        failed={{ code: 'own_adoption.tell_failed' }}
        toast="transfer"
        done={t('sent')}
      >
        {({ field }) => (
          <>
            <p className="text-small text-ink-2">{t('text')}</p>
            <div className="grid gap-4 sm:grid-cols-2">
              <Field
                label={t('field.utr')}
                hint={t('hint')}
                autoCapitalize="characters"
                aria-required
                defaultValue={told?.utr}
                {...field('utr')}
              />
              {partPaise !== null && (
                <Field
                  label={t('field.amount')}
                  inputMode="decimal"
                  aria-required
                  defaultValue={toRupeeString(told?.amountPaise ?? partPaise)}
                  {...field('amount')}
                />
              )}
              <Field
                label={t('field.paidOn')}
                type="date"
                aria-required
                defaultValue={told?.paidOn ?? indianIsoDay(new Date())}
                {...field('paid_on')}
              />
              <Field
                label={t('field.tds')}
                inputMode="decimal"
                defaultValue={told && told.tdsPaise > 0 ? toRupeeString(told.tdsPaise) : ''}
                {...field('tds_withheld')}
              />
              <Field label={t('field.payer')} maxLength={200} defaultValue={told?.payer} {...field('payer')} />
            </div>
            <PrivacyNotice />
          </>
        )}
      </Form>
    </Disclosure>
  );
}
