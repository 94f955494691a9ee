import { SelectField } from '@/components/ui/select-field';
import { getTranslator } from '@/lib/i18n/server';

type FilterSelectProps = {
  name: string;
  label: string;
  value: string | undefined;
  options: readonly (readonly [value: string, text: string])[];
};

/** A filter with its options, 'All' first. A value from the address that no record has any more is offered as well. */
export function FilterSelect({ name, label, value, options }: FilterSelectProps) {
  const isGone = value !== undefined && options.every(([option]) => option !== value);
  return (
    <SelectField name={name} label={label} defaultValue={value ?? ''}>
      <option value="">{getTranslator('en', 'admin')('filter.any')}</option>
      {isGone && <option value={value}>{value}</option>}
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}
