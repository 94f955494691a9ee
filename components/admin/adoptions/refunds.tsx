import type { AdminAdoption, AdoptionRefund } from '@/lib/admin/adoptions/queries';
import { formatTableDay } from '@/lib/core/dates';
import { formatINR } from '@/lib/core/money';
import { getTranslator } from '@/lib/i18n/server';
import { ActButton } from './act-button';
import { EntriesSection } from './entries-section';
import { MoneyState } from './money-state';
import { SecondStep } from './second-step';
import { nameOf, stepOf, timeOf } from './texts';

/** The money paid back, like the money received. */
export function RefundsSection({ adoption: { refunds, refundablePaise } }: { adoption: AdminAdoption }) {
  const t = getTranslator('en', 'adminAdoption.refunds');
  const columns = getTranslator('en', 'adminAdoption.receipts');
  return (
    <EntriesSection
      id="refunds"
      title={t('title')}
      actions={refundablePaise > 0 && <ActButton act={{ form: 'record_refund' }} />}
      none={t('none')}
      columns={[
        t('paidOn'),
        columns('mode'),
        columns('reference'),
        { figure: columns('amount') },
        columns('state'),
        columns('recorded'),
        columns('confirmed'),
        columns('remark'),
      ]}
      buttons={columns('actions')}
    >
      {refunds.map((refund) => (
        <Row key={refund.id} refund={refund} isOwn={refund.needsOther} />
      ))}
    </EntriesSection>
  );
}

function Row({ refund, isOwn }: { refund: AdoptionRefund; isOwn: boolean }) {
  const t = getTranslator('en', 'adminAdoption.refunds');
  const { id, state } = refund;
  const [mode, amount] = [nameOf('mode', refund.mode), formatINR(refund.amountPaise)];
  const about = t('about', { mode, reference: refund.reference, amount });
  return (
    <tr>
      <th scope="row" className="font-normal tabular-nums">
        {formatTableDay(refund.paidOn)}
      </th>
      <td>{mode}</td>
      <td className="tabular-nums">{refund.reference}</td>
      <td className="figure">{amount}</td>
      <td>
        <MoneyState state={state} />
      </td>
      <td className="name tabular-nums">
        {refund.isByGateway ? timeOf(refund.recordedMs) : stepOf(refund.recordedBy, refund.recordedMs)}
      </td>
      <td className="name tabular-nums">{!refund.isByGateway && stepOf(refund.confirmedBy, refund.confirmedMs)}</td>
      <td className="name">{refund.remark}</td>
      <td className="actions">
        {state === 'recorded' && (
          <SecondStep isOwn={isOwn} id={id} text={t('own')}>
            <ActButton inRow act={{ form: 'confirm_refund', id, about }} refusedBy={isOwn ? `own-${id}` : undefined} />
            <ActButton inRow act={{ form: 'reject_refund', id, about }} />
          </SecondStep>
        )}
        {state === 'done' && <ActButton inRow act={{ form: 'fail_refund', id, about }} />}
      </td>
    </tr>
  );
}
