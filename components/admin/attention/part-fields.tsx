import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { AdoptionField } from './adoption-field';
import type { Part } from './credit-parts';

type PartFieldsProps = {
  /** From 1. */
  number: number;
  part: Part;
  onChange: (update: (now: Part) => Part) => void;
  onRemove: () => void;
};

/** A part of a credit: its adoption, its amount and the tax withheld from it. */
export function PartFields({ number, part, onChange, onRemove }: PartFieldsProps) {
  const t = useTranslations('attention.receipt');
  const field = (name: 'amount' | 'tds') => ({
    inputMode: 'decimal' as const,
    value: part[name],
    onChange: ({ target }: { target: { value: string } }) => onChange((now) => ({ ...now, [name]: target.value })),
  });
  return (
    <fieldset className="grid gap-3 rounded-2 border border-line p-3">
      <legend className="px-1 text-small font-semibold">{t('part', { number })}</legend>
      <AdoptionField
        label={t('adoption')}
        choice={part.choice}
        onChange={(update) => onChange((now) => ({ ...now, choice: update(now.choice) }))}
      />
      <div className="grid content-start gap-3 sm:grid-cols-[1fr_1fr_auto]">
        <Field label={t('amount')} {...field('amount')} />
        <Field label={t('tdsOfPart')} {...field('tds')} />
        <Button
          variant="bare"
          size="small"
          className="self-end"
          aria-label={t('removePart', { number })}
          onClick={onRemove}
        >
          <X aria-hidden />
        </Button>
      </div>
    </fieldset>
  );
}
