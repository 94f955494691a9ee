import { AdoptionLink } from '@/components/admin/adoptions/adoption-link';
import { ReleaseAction } from '@/components/admin/funds/release-action';
import { DataTable } from '@/components/platform/ui/data-table';
import { StateTag } from '@/components/admin/state-tag';
import type { BankFilePayment } from '@/lib/admin/bank-files/queries';
import { fileReference } from '@/lib/admin/bank-files/rules';
import { formatINR } from '@/lib/platform/money';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'funds');

/** A state of a refund by the name that a transfer has for it. */
const stateOf = (state: BankFilePayment['state']) =>
  state === 'done' ? 'confirmed' : state === 'failed' ? 'returned' : state;

type FilePaymentsProps = {
  labelledBy: string;
  payments: readonly BankFilePayment[];
  number: number;
  canAct: boolean;
};

/** The payments of a file, with what can be done with one that the bank has; a refund is acted on at its adoption. */
export function FilePayments({ labelledBy, payments, number, canAct }: FilePaymentsProps) {
  return (
    <DataTable
      labelledBy={labelledBy}
      rows={payments}
      rowKey={({ id }) => id}
      columns={[
        {
          title: t('file.column.payee'),
          as: 'name',
          cell: ({ payee, adoption }) => (
            <>
              {adoption && (
                <>
                  <AdoptionLink reference={adoption.reference} />
                </>
              )}
              <span className="block">{payee}</span>
            </>
          ),
        },
        {
          title: t('file.column.account'),
          as: 'long',
          cell: ({ holder, accountNumber, ifsc }) => t('account.confirmed', { holder, number: accountNumber, ifsc }),
        },
        { title: t('file.column.amount'), as: 'figure', cell: ({ amountPaise }) => formatINR(amountPaise) },
        { title: t('file.column.reference'), as: 'digits', cell: ({ reference }) => reference },
        {
          title: t('file.column.state'),
          cell: ({ state }) => <StateTag state={state} text={t(`state.${stateOf(state)}`)} />,
        },
        canAct && {
          title: t('file.column.actions'),
          as: 'actions',
          cell: ({ kind, id, state, payee, amountPaise, position }) =>
            kind === 'release' &&
            state === 'ordered' && (
              <>
                {(['pay', 'reject'] as const).map((action) => (
                  <ReleaseAction
                    key={action}
                    action={action}
                    id={id}
                    subject={t('subject', {
                      amount: formatINR(amountPaise),
                      institute: payee,
                      reference: fileReference(number, position),
                    })}
                  />
                ))}
              </>
            ),
        },
      ]}
    />
  );
}
