import { isCancelled } from '@/db/schema/billing-states';
import type { PaperKind } from '@/db/schema/enums';
import type { AdminAdoption } from '@/lib/admin/adoptions/queries';
import { PROFORMA_STATES } from '@/lib/documents/papers/rules';

/** A paper, and the receipt, payment or refund that it is about. */
type PossiblePaper = { kind: Exclude<PaperKind, 'certificate'>; source?: string };

/** Returns the papers that lib/documents/papers can issue in the present state of an adoption. */
export function possiblePapers({
  state,
  receipts,
  payments,
  refunds,
}: Pick<AdminAdoption, 'state' | 'receipts' | 'payments' | 'refunds'>): PossiblePaper[] {
  const papers: PossiblePaper[] = [];
  if (PROFORMA_STATES.includes(state)) papers.push({ kind: 'proforma' });
  for (const { id: source, state: step } of receipts)
    if (step === 'confirmed') papers.push({ kind: 'receipt', source });
  for (const { id: source, isReceived } of payments) if (isReceived) papers.push({ kind: 'receipt', source });
  for (const { id: source, state: step } of refunds) if (step === 'done') papers.push({ kind: 'credit_note', source });
  if (isCancelled(state)) papers.push({ kind: 'cancellation' });
  return papers;
}
