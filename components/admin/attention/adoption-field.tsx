import { useTranslations } from 'use-intl';
import { Field } from '@/components/platform/ui/field';
import { missingPaise, type ReceiptAdoption } from '@/lib/admin/receipts/schema';
import { formatINR } from '@/lib/platform/money';
import { choiceOf, lookUp, updateBy, type AdoptionChoice } from './adoption-choice';

type AdoptionFieldProps = {
  label: string;
  hint?: string;
  choice: AdoptionChoice;
  onChange: (update: (now: AdoptionChoice) => AdoptionChoice) => void;
};

/** The reference or company of an adoption; below it the company and the balance, or the adoptions that can be meant. */
export function AdoptionField({ label, hint, choice, onChange }: AdoptionFieldProps) {
  const texts = useLookUpTexts();
  const leave = async () => {
    onChange(updateBy(choice, await lookUp(choice, texts)));
  };
  return (
    <div className="grid gap-1">
      <Field
        label={label}
        hint={hint}
        error={choice.problem}
        value={choice.typed}
        spellCheck={false}
        onChange={({ target }) => onChange(() => ({ typed: target.value, found: null, options: [] }))}
        onBlur={() => void leave()}
      />
      {choice.options.length > 0 && (
        <ul className="grid gap-1">
          {choice.options.map((adoption) => (
            <li key={adoption.reference}>
              <button
                type="button"
                className="min-h-tap w-full rounded-2 border border-line px-3 py-2 text-start text-small wrap-anywhere hover:border-ink"
                onClick={() => onChange(() => choiceOf(adoption))}
              >
                <span className="tabular-nums">{adoption.reference}</span> <Balance adoption={adoption} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="text-small wrap-anywhere">
        {choice.found && <Balance adoption={choice.found} />}
      </p>
    </div>
  );
}

/** The texts of lookUp. */
export function useLookUpTexts() {
  const t = useTranslations('attention.receipt');
  return { failed: t('failed'), unknown: t('unknown'), several: t('several') };
}

/** Company, what is outstanding, and what of it waits for a confirmation. */
function Balance({ adoption }: { adoption: ReceiptAdoption }) {
  const t = useTranslations('attention.receipt');
  const { company, outstandingPaise, waitingPaise } = adoption;
  if (outstandingPaise === 0) return t('nothingOutstanding', { company });
  const outstanding = formatINR(outstandingPaise);
  if (waitingPaise === 0) return t('adoptionFound', { company, outstanding });
  return t('adoptionWaits', {
    company,
    outstanding,
    waiting: formatINR(waitingPaise),
    missing: formatINR(missingPaise(adoption)),
  });
}
