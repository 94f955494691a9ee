import { useTranslations } from 'use-intl';
import { Field } from '@/components/ui/field';
import type { ReceiptAdoption } from '@/lib/admin/receipts/schema';
import { formatINR } from '@/lib/core/money';

type AdoptionFieldProps = {
  hint?: string;
  error?: string;
  value: string;
  found: ReceiptAdoption | null;
  onChange: (value: string) => void;
  /** Called when the field is left. */
  onLeave: () => void;
};

/** The reference of an adoption, with the company and the balance that it has. */
export function AdoptionField({ hint, error, value, found, onChange, onLeave }: AdoptionFieldProps) {
  const t = useTranslations('attention.receipt');
  return (
    <div className="grid gap-1">
      <Field
        label={t('adoption')}
        hint={hint}
        error={error}
        value={value}
        autoCapitalize="characters"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
        onBlur={onLeave}
      />
      <p role="status" className="text-small wrap-anywhere">
        {found &&
          (found.outstandingPaise > 0
            ? t('adoptionFound', {
                company: found.company,
                outstanding: formatINR(found.outstandingPaise),
              })
            : t('nothingOutstanding', { company: found.company }))}
      </p>
    </div>
  );
}
