import { SelectField } from '@/components/ui/select-field';
import { getTranslator } from '@/lib/i18n/server';

type FilterSelectProps = {
  name: string;
  label: string;
  value: string | undefined;
  options: readonly (readonly [value: string, text: string])[];
};

/** One filter with its options; 'All' first. A bookmark may name a value that nothing has any more: it is offered as well. */
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
