import { z } from 'zod';
import { Field } from '@/components/platform/ui/field';
import { SelectField } from '@/components/platform/ui/select-field';
import type { List } from '@/lib/platform/list';
import { calendarDay, MAX_SEARCH_LENGTH } from '@/lib/platform/search-params';
import { getTranslator } from '@/lib/platform/i18n/server';
import { FilterForm } from './filter-form';

type Choice = string | readonly [value: string, text: string];

type ListFiltersProps = {
  list: List;
  /** The filter and order of the address. */
  filter: Readonly<Record<string, string | undefined>>;
  /** The id of the table's heading. */
  section: string;
  label: string;
  /** The labels of the fields. A filter without one comes from links; it is kept. */
  labels: Readonly<Record<string, string>>;
  /** The values of the filters that are selected from a list. */
  choices: Readonly<Record<string, readonly Choice[]>>;
};

/** The form of a list's filters, filled from its address. The order is kept. */
export function ListFilters({ list, filter, section, label, labels, choices }: ListFiltersProps) {
  const usual: Record<string, unknown> = list.schema.parse({});
  return (
    <FilterForm
      path={list.path}
      section={section}
      label={label}
      values={Object.fromEntries(new URLSearchParams(list.query(filter)))}
      isFiltered={list.isFiltered(filter)}
    >
      {Object.entries(list.schema.shape).map(([name, schema]) => {
        const value = filter[name];
        const field = { name, label: labels[name] ?? '' };
        if (choices[name]) return <FilterSelect key={name} {...field} value={value} choices={choices[name]} />;
        if (labels[name]) return <FilterField key={name} {...field} value={value} schema={schema} />;
        return value && value !== usual[name] && <input key={name} type="hidden" name={name} value={value} />;
      })}
    </FilterForm>
  );
}

type FieldProps = { name: string; label: string; value: string | undefined };

function FilterField({ name, label, value = '', schema }: FieldProps & { schema: unknown }) {
  const isDay = schema instanceof z.ZodOptional && schema.unwrap() === calendarDay;
  return (
    <Field
      className={name === 'q' ? 'col-span-full lg:col-span-2' : undefined}
      label={label}
      type={isDay ? 'date' : 'search'}
      name={name}
      maxLength={isDay ? undefined : MAX_SEARCH_LENGTH}
      defaultValue={value}
    />
  );
}

/** A filter with its values, 'All' first. A value from the address that no record has any more is offered as well. */
function FilterSelect({ name, label, value, choices }: FieldProps & { choices: readonly Choice[] }) {
  const options = choices.map((choice): readonly [string, string] =>
    typeof choice === 'string' ? [choice, choice] : choice,
  );
  // The value in the address may differ in case.
  const option = options.find(([option]) => option.toLowerCase() === value?.toLowerCase())?.[0];
  return (
    <SelectField name={name} label={label} defaultValue={option ?? value ?? ''}>
      <option value="">{getTranslator('en', 'admin')('filter.any')}</option>
      {value !== undefined && option === undefined && <option value={value}>{value}</option>}
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}
