import { stateList, statesThat } from './schema/billing-states';

const ADOPTED = stateList(statesThat(({ seats }) => seats === 'adopted'));
const CANCELLED = stateList(statesThat(({ verify }) => verify === 'cancelled'));

/**
 * Condition: what a paper says is no longer true, and no later paper says so: the bank took the money of a receipt or a
 * credit note back, a proforma asks for money for seats that are not adopted any more, or a cancelled adoption holds
 * again. @param paper alias of a row of `papers` @param billing alias of its row of `billings`
 */
export const IS_VOID = (paper: string, billing: string) => `
  (case ${paper}.kind
     when 'receipt' then exists (select from bank_receipts vr where vr.id::text = ${paper}.source and vr.state = 'bounced')
     when 'credit_note' then exists (select from refunds vr where vr.id::text = ${paper}.source and vr.state = 'failed')
     when 'proforma' then ${billing}.state not in (${ADOPTED})
     when 'cancellation' then ${billing}.state not in (${CANCELLED})
     else false end)`;
