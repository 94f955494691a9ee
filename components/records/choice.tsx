import { SelectField } from '@/components/ui/select-field';
import { getTranslations } from '@/lib/text/server';

type ChoiceProps = {
  name: string;
  label: string;
  value: string | undefined;
  options: readonly (readonly [value: string, text: string])[];
};

/** One filter with its options; 'All' first. */
export function Choice({ name, label, value, options }: ChoiceProps) {
  return (
    <SelectField name={name} label={label} defaultValue={value ?? ''}>
      <option value="">{getTranslations('records')('filter.any')}</option>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}
