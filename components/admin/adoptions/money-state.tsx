import { StateTag } from '@/components/admin/state-tag';
import type { AdoptionReceipt, AdoptionRefund } from '@/lib/admin/adoptions/queries';
import { nameOf } from './texts';

/** The state of a receipt or a refund. */
export const MoneyState = ({ state }: { state: AdoptionReceipt['state'] | AdoptionRefund['state'] }) => (
  <StateTag state={state} text={nameOf('moneyState', state)} />
);
