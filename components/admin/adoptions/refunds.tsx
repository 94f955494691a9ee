import { AdminSection } from '@/components/admin/section';
import { DataTable } from '@/components/platform/ui/data-table';
import { PayeeAccountCell } from '@/components/admin/bank-files/payee-account';
import type { PayeeAccounts } from '@/lib/payees/schema';
import type { AdminAdoption, AdoptionRefund } from '@/lib/admin/adoptions/queries';
import { formatTableDay } from '@/lib/platform/dates';
import { formatINR } from '@/lib/platform/money';
import { getTranslator } from '@/lib/platform/i18n/server';
import { ActionFormButton } from './action-form-button';
import { MoneyState } from './money-state';
import { SecondStep } from './second-step';
import { nameOf, stepOf, timeOf } from './texts';

type RefundsSectionProps = { adoption: AdminAdoption; accounts: PayeeAccounts; mayAct: boolean };

/** The money paid back, like the money received, and the account that it goes to. */
export function RefundsSection({ adoption, accounts, mayAct }: RefundsSectionProps) {
  const { reference, refunds, refundablePaise, sponsor } = adoption;
  const t = getTranslator('en', 'adminAdoption.refunds');
  const tReceipts = getTranslator('en', 'adminAdoption.receipts');
  return (
    <AdminSection
      id="refunds"
      title={t('title')}
      actions={refundablePaise > 0 && <ActionFormButton action={{ form: 'record_refund' }} />}
    >
      {(refundablePaise > 0 || accounts.confirmed || accounts.stated) && (
        <PayeeAccountCell payee={{ name: sponsor.company, of: { reference } }} accounts={accounts} canAct={mayAct} />
      )}
      <DataTable
        labelledBy="refunds"
        rows={refunds}
        rowKey={({ id }) => id}
        none={t('none')}
        columns={[
          { title: t('paidOn'), as: 'digits', cell: ({ paidOn }) => formatTableDay(paidOn) },
          { title: tReceipts('mode'), cell: ({ mode }) => nameOf('mode', mode) },
          { title: tReceipts('reference'), as: 'digits', cell: ({ reference }) => reference },
          { title: tReceipts('amount'), as: 'figure', cell: ({ amountPaise }) => formatINR(amountPaise) },
          { title: tReceipts('state'), cell: ({ state }) => <MoneyState state={state} /> },
          {
            title: tReceipts('recorded'),
            as: 'name',
            className: 'tabular-nums',
            cell: ({ isByGateway, recordedBy, recordedMs }) =>
              isByGateway ? timeOf(recordedMs) : stepOf(recordedBy, recordedMs),
          },
          {
            title: tReceipts('confirmed'),
            as: 'name',
            className: 'tabular-nums',
            cell: ({ isByGateway, confirmedBy, confirmedMs }) => !isByGateway && stepOf(confirmedBy, confirmedMs),
          },
          { title: tReceipts('remark'), as: 'name', cell: ({ remark }) => remark },
          {
            title: tReceipts('actions'),
            as: 'actions',
            cell: (refund) => <Actions refund={refund} isOwn={refund.needsOther} />,
          },
        ]}
      />
    </AdminSection>
  );
}

/** @param isOwn whether the viewer recorded it and another administrator has to confirm it */
function Actions({
  refund: { id, state, mode, reference, amountPaise },
  isOwn,
}: {
  refund: AdoptionRefund;
  isOwn: boolean;
}) {
  const t = getTranslator('en', 'adminAdoption.refunds');
  const about = t('about', { mode: nameOf('mode', mode), reference, amount: formatINR(amountPaise) });
  if (state === 'ordered')
    return (
      <div className="second-step">
        <ActionFormButton inRow action={{ form: 'pay_refund', id, about }} />
        <ActionFormButton inRow action={{ form: 'reject_refund', id, about }} />
      </div>
    );
  if (state === 'done') return <ActionFormButton inRow action={{ form: 'fail_refund', id, about }} />;
  return (
    state === 'recorded' && (
      <SecondStep isOwn={isOwn} id={id} text={t('own')}>
        <ActionFormButton
          inRow
          action={{ form: 'confirm_refund', id, about }}
          refusedBy={isOwn ? `own-${id}` : undefined}
        />
        <ActionFormButton inRow action={{ form: 'reject_refund', id, about }} />
      </SecondStep>
    )
  );
}
