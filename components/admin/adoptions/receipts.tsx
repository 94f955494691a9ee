import { AdminSection } from '@/components/admin/section';
import { DataTable } from '@/components/platform/ui/data-table';
import type { AdminAdoption, AdoptionReceipt } from '@/lib/admin/adoptions/queries';
import { formatTableDay } from '@/lib/platform/dates';
import { formatINR } from '@/lib/platform/money';
import { getTranslator } from '@/lib/platform/i18n/server';
import { ActionFormButton } from './action-form-button';
import { MoneyState } from './money-state';
import { SecondStep } from './second-step';
import { nameOf, stepOf } from './texts';

type ReceiptsProps = { adoption: AdminAdoption; canAct: boolean };

/** The money received by bank: each entry with its state, who took each step, and what can be done with it. */
export function ReceiptsSection({ adoption: { receipts }, canAct }: ReceiptsProps) {
  const t = getTranslator('en', 'adminAdoption.receipts');
  return (
    <AdminSection
      id="receipts"
      title={t('title')}
      actions={canAct && <ActionFormButton action={{ form: 'record_receipt' }} />}
    >
      <DataTable
        labelledBy="receipts"
        rows={receipts}
        rowKey={({ id }) => id}
        none={t('none')}
        columns={[
          { title: t('creditedOn'), as: 'digits', cell: ({ creditedOn }) => formatTableDay(creditedOn) },
          {
            title: t('reference'),
            as: 'digits',
            cell: ({ reference, mode }) => (
              <>
                {reference}
                <span className="block text-cap text-ink-2">{nameOf('mode', mode)}</span>
              </>
            ),
          },
          {
            title: t('payer'),
            as: 'name',
            cell: ({ payer, payerBank }) => [payer, payerBank].filter(Boolean).join(', '),
          },
          { title: t('amount'), as: 'figure', cell: (receipt) => <Amount receipt={receipt} /> },
          { title: t('tds'), as: 'figure', cell: ({ tdsPaise }) => formatINR(tdsPaise) },
          { title: t('state'), cell: ({ state }) => <MoneyState state={state} /> },
          {
            title: t('steps'),
            as: 'long',
            className: 'tabular-nums',
            cell: (receipt) => <Steps receipt={receipt} />,
          },
          { title: t('remark'), as: 'name', cell: ({ remark }) => remark },
          {
            title: t('actions'),
            as: 'actions',
            cell: (receipt) => <Actions receipt={receipt} isOwn={receipt.needsOther} />,
          },
        ]}
      />
    </AdminSection>
  );
}

function Amount({ receipt: { amountPaise, creditPaise } }: { receipt: AdoptionReceipt }) {
  const t = getTranslator('en', 'adminAdoption.receipts');
  return (
    <>
      {formatINR(amountPaise)}
      {creditPaise > amountPaise && (
        <span className="block text-cap text-ink-2">{t('partOf', { amount: formatINR(creditPaise) })}</span>
      )}
    </>
  );
}

function Steps({ receipt: { recordedBy, recordedMs, confirmedBy, confirmedMs } }: { receipt: AdoptionReceipt }) {
  const t = getTranslator('en', 'adminAdoption.receipts');
  return (
    <>
      {t('recordedBy', { step: stepOf(recordedBy, recordedMs) })}
      {confirmedMs !== null && (
        <span className="block">{t('confirmedBy', { step: stepOf(confirmedBy, confirmedMs) })}</span>
      )}
    </>
  );
}

/** @param isOwn whether the viewer recorded it and another administrator has to confirm it */
function Actions({ receipt, isOwn }: { receipt: AdoptionReceipt; isOwn: boolean }) {
  const t = getTranslator('en', 'adminAdoption.receipts');
  const { id, state, tdsPaise } = receipt;
  const about = t(tdsPaise > 0 ? 'aboutTds' : 'about', {
    mode: nameOf('mode', receipt.mode),
    reference: receipt.reference,
    amount: formatINR(receipt.amountPaise),
    tds: formatINR(tdsPaise),
    payer: receipt.payer,
  });
  if (state === 'confirmed') return <ActionFormButton inRow action={{ form: 'bounce_receipt', id, about }} />;
  return (
    state === 'recorded' && (
      <SecondStep isOwn={isOwn} id={id} text={t('own')}>
        <ActionFormButton
          inRow
          action={{ form: 'confirm_receipt', id, about }}
          refusedBy={isOwn ? `own-${id}` : undefined}
        />
        <ActionFormButton inRow action={{ form: 'reject_receipt', id, about }} />
      </SecondStep>
    )
  );
}
