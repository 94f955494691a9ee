import { z } from 'zod';
import type { List } from '@/lib/platform/list';
import { calendarDay } from '@/lib/platform/search-params';
import { FilterForm, type FilterFormField } from './filter-form';

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
  const fields = Object.entries(list.schema.shape).flatMap(([name, schema]): FilterFormField[] => {
    const value = filter[name];
    const field = { name, label: labels[name] ?? '', value };
    if (choices[name]) return [{ ...field, kind: 'choice', choices: choices[name], isSet: usual[name] !== undefined }];
    if (labels[name]) return [{ ...field, kind: isDay(schema) ? 'day' : 'words' }];
    return value && value !== usual[name] ? [{ ...field, kind: 'kept' }] : [];
  });
  const usualChoices = Object.fromEntries(
    fields.flatMap((field) =>
      field.kind === 'choice' && field.isSet ? [[field.name, String(usual[field.name])]] : [],
    ),
  );
  return (
    <FilterForm
      path={list.path}
      section={section}
      label={label}
      values={{ ...usualChoices, ...Object.fromEntries(new URLSearchParams(list.query(filter))) }}
      isFiltered={list.isFiltered(filter)}
      fields={fields}
    />
  );
}

const isDay = (schema: unknown) => schema instanceof z.ZodOptional && schema.unwrap() === calendarDay;
