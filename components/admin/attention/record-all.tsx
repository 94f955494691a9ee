import { CheckCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { useErrorText } from '@/components/platform/i18n/use-error-text';
import { Button } from '@/components/platform/ui/button';
import type { BankMode } from '@/db/schema/enums';
import { missingPaise, type Proposal } from '@/lib/admin/receipts/schema';
import { callAsAdmin } from '@/lib/api/client/admin';
import { MAX_RECEIPTS } from '@/lib/platform/limits';
import { formatINR, toRupeeString } from '@/lib/platform/money';
import { fileInReason, proposedOf, valuesOfLine } from './receipt-values';

/** Numbers of these are known only with their bank. */
const PAPER_MODES: readonly (BankMode | null)[] = ['cheque', 'demand_draft'];

/**
 * Returns the credits that can be recorded without a further look: exactly what the adoptions that they name or mean miss, and no other
 * line is for these.
 */
export function agreeingLines(lines: readonly Proposal[]): Proposal[] {
  const uses = new Map<string, number>();
  const references = new Map<string, number>();
  const count = (of: Map<string, number>, key: string) => of.set(key, (of.get(key) ?? 0) + 1);
  for (const line of lines) {
    for (const { reference } of proposedOf(line)) count(uses, reference);
    count(references, line.bankReference ?? '');
  }
  return lines.filter((line) => {
    const adoptions = proposedOf(line);
    const { mode, bankReference, payer, payerBank, amountPaise } = line;
    const isNamed = mode !== null && bankReference !== null && (payer !== '' || adoptions[0]?.company !== '');
    const isKnown = isNamed && references.get(bankReference) === 1 && !(PAPER_MODES.includes(mode) && payerBank === '');
    const missing = adoptions.reduce((sum, adoption) => sum + missingPaise(adoption), 0);
    return (
      isKnown &&
      adoptions.length > 0 &&
      missing === amountPaise &&
      adoptions.every((each) => uses.get(each.reference) === 1)
    );
  });
}

/** What became of a line: its adoptions with their new versions, or why it was refused. */
export type LineOutcome = { line: Proposal; versions: ReadonlyMap<string, number> | null; problem: string | null };

type RecordAllProps = { name: string; lines: readonly Proposal[]; onDone: (outcomes: readonly LineOutcome[]) => void };

/** Records all credits that agree with what their adoptions miss. */
export function RecordAll({ name, lines, onDone }: RecordAllProps) {
  const t = useTranslations('attention.statement');
  const receipt = useTranslations('attention.receipt');
  const errorText = useErrorText();
  const first = lines.slice(0, MAX_RECEIPTS);
  const values = {
    count: first.length,
    amount: formatINR(first.reduce((sum, { amountPaise }) => sum + amountPaise, 0)),
  };
  const send = async () => {
    const receipts = first.map((line) => {
      const reason = receipt('usualReason', { file: fileInReason(name), line: line.line });
      const parts = proposedOf(line).map((adoption, _, all) => ({
        reference: adoption.reference,
        version: adoption.version,
        amount: toRupeeString(all.length === 1 ? line.amountPaise : missingPaise(adoption)),
      }));
      return { ...valuesOfLine(line, reason), mode: line.mode!, tds_withheld: '0', parts };
    });
    return callAsAdmin('POST /admin/receipts/many', { body: { receipts }, timeoutMs: RECORD_MS });
  };
  return (
    <FormDialog
      trigger={
        <Button size="small">
          <CheckCheck aria-hidden />
          {t('recordAll', values)}
        </Button>
      }
      title={t('recordAllTitle')}
      submit={t('recordAll', values)}
      submitting={t('recordingAll')}
      send={send}
      failed={t('recordAllFailed')}
      toast="receipt"
      done={({ results }) => {
        const refused = results.filter(({ code }) => code !== null).length;
        return t('recordedAll', { recorded: results.length - refused, refused });
      }}
      onDone={({ results }) =>
        onDone(
          results.map(({ code, parts }, index) => ({
            line: first[index]!,
            versions: code === null ? new Map(parts.map(({ reference, version }) => [reference, version])) : null,
            problem: code === null ? null : errorText(code),
          })),
        )
      }
    >
      <p className="text-small">{t('recordAllText', values)}</p>
    </FormDialog>
  );
}

/** The server's limit, and the upload. */
const RECORD_MS = 90_000;
