import { CheckCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { useErrorText } from '@/components/platform/i18n/use-error-text';
import { Button } from '@/components/platform/ui/button';
import type { Debit, DebitOrder } from '@/lib/admin/receipts/schema';
import { callAsAdmin } from '@/lib/api/client/admin';
import { MAX_FILE_PAYMENTS } from '@/lib/platform/limits';
import { formatINR } from '@/lib/platform/money';
import { fileInReason } from './receipt-values';

type EnterPaidProps = {
  /** Of the file of the statement. */
  name: string;
  debits: readonly (Omit<Debit, 'order'> & { order: DebitOrder })[];
  /** What became of each line, as a text. */
  onDone: (outcomes: readonly (readonly [line: number, outcome: string])[]) => void;
};

/** Enters all debits of a statement that are payments of files for the bank: what the bank paid counts from then on. */
export function EnterPaid({ name, debits, onDone }: EnterPaidProps) {
  const t = useTranslations('attention.statement');
  const errorText = useErrorText();
  const shown = debits.slice(0, MAX_FILE_PAYMENTS);
  const values = {
    count: shown.length,
    amount: formatINR(shown.reduce((sum, { amountPaise }) => sum + amountPaise, 0)),
  };
  return (
    <FormDialog
      trigger={
        <Button size="small">
          <CheckCheck aria-hidden />
          {t('enterPaid', values)}
        </Button>
      }
      title={t('enterPaidTitle')}
      submit={t('enterPaid', values)}
      submitting={t('recordingAll')}
      send={() =>
        callAsAdmin('POST /admin/bank-payments', {
          body: {
            payments: shown.map(({ date, bankReference, order }) => ({
              reference: order.reference,
              paid_on: date,
              bank_reference: bankReference ?? order.reference,
            })),
            reason: t('enterPaidReason', { file: fileInReason(name) }),
          },
        })
      }
      failed={t('recordAllFailed')}
      toast="bank-file"
      done={({ results }) => {
        const refused = results.filter(({ code }) => code !== null).length;
        return t('enteredPaid', { entered: results.length - refused, refused });
      }}
      onDone={({ results }) =>
        onDone(
          results.map(({ code }, at) => {
            const outcome = code === null ? t('orderPaid') : errorText(code);
            return [shown[at]!.line, outcome] as const;
          }),
        )
      }
    >
      <p className="text-small">{t('enterPaidText')}</p>
      <ul className="max-h-80 overflow-y-auto border-y border-line text-small">
        {shown.map(({ line, amountPaise, order }) => (
          <li key={line} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-1 last:border-b-0">
            <span>{t('orderOf', { line, payee: order.payee, reference: order.reference })}</span>
            <span className="tabular-nums">{formatINR(amountPaise)}</span>
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}
