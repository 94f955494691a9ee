import type { AdminAdoption, AdoptionReceipt } from '@/lib/admin/adoptions/queries';
import { formatTableDay } from '@/lib/core/dates';
import { formatINR } from '@/lib/core/money';
import { getTranslator } from '@/lib/i18n/server';
import { ActButton } from './act-button';
import { EntriesSection } from './entries-section';
import { MoneyState } from './money-state';
import { SecondStep } from './second-step';
import { nameOf, stepOf } from './texts';

type ReceiptsProps = { adoption: AdminAdoption; canAct: boolean };

/** The money received by bank: each entry with its state, who took each step, and what can be done with it. */
export function ReceiptsSection({ adoption: { receipts }, canAct }: ReceiptsProps) {
  const t = getTranslator('en', 'adminAdoption.receipts');
  return (
    <EntriesSection
      id="receipts"
      title={t('title')}
      actions={canAct && <ActButton act={{ form: 'record_receipt' }} />}
      none={t('none')}
      columns={[
        t('creditedOn'),
        t('reference'),
        t('payer'),
        { figure: t('amount') },
        { figure: t('tds') },
        t('state'),
        t('steps'),
        t('remark'),
      ]}
      buttons={t('actions')}
    >
      {receipts.map((receipt) => (
        <Row key={receipt.id} receipt={receipt} isOwn={receipt.needsOther} />
      ))}
    </EntriesSection>
  );
}

/** @param isOwn whether the viewer recorded it and another administrator has to confirm it */
function Row({ receipt, isOwn }: { receipt: AdoptionReceipt; isOwn: boolean }) {
  const t = getTranslator('en', 'adminAdoption.receipts');
  const { id, state, amountPaise, tdsPaise, creditPaise } = receipt;
  const about = t(tdsPaise > 0 ? 'aboutTds' : 'about', {
    mode: nameOf('mode', receipt.mode),
    reference: receipt.reference,
    amount: formatINR(amountPaise),
    tds: formatINR(tdsPaise),
    payer: receipt.payer,
  });
  return (
    <tr>
      <th scope="row" className="font-normal tabular-nums">
        {formatTableDay(receipt.creditedOn)}
      </th>
      <td className="tabular-nums">
        {receipt.reference}
        <span className="block text-cap text-ink-2">{nameOf('mode', receipt.mode)}</span>
      </td>
      <td className="name">{[receipt.payer, receipt.payerBank].filter(Boolean).join(', ')}</td>
      <td className="figure">
        {formatINR(amountPaise)}
        {creditPaise > amountPaise && (
          <span className="block text-cap text-ink-2">{t('partOf', { amount: formatINR(creditPaise) })}</span>
        )}
      </td>
      <td className="figure">{formatINR(tdsPaise)}</td>
      <td>
        <MoneyState state={state} />
      </td>
      <td className="long tabular-nums">
        {t('recordedBy', { step: stepOf(receipt.recordedBy, receipt.recordedMs) })}
        {receipt.confirmedMs !== null && (
          <span className="block">{t('confirmedBy', { step: stepOf(receipt.confirmedBy, receipt.confirmedMs) })}</span>
        )}
      </td>
      <td className="name">{receipt.remark}</td>
      <td className="actions">
        {state === 'recorded' && (
          <SecondStep isOwn={isOwn} id={id} text={t('own')}>
            <ActButton inRow act={{ form: 'confirm_receipt', id, about }} refusedBy={isOwn ? `own-${id}` : undefined} />
            <ActButton inRow act={{ form: 'reject_receipt', id, about }} />
          </SecondStep>
        )}
        {state === 'confirmed' && <ActButton inRow act={{ form: 'bounce_receipt', id, about }} />}
      </td>
    </tr>
  );
}
