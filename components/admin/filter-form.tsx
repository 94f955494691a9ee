'use client';

import { LoaderCircle, Search } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { Link } from '@/components/platform/ui/link';
import { SelectField } from '@/components/platform/ui/select-field';
import { useFilterForm, type FilterValues } from '@/components/platform/ui/use-filter-form';
import { MAX_SEARCH_LENGTH } from '@/lib/platform/search-params';

/** A field with its value in the address: typed words, a day, one of some choices, or one that is kept without being shown. */
export type FilterFormField = { name: string; label: string; value: string | undefined } & (
  | { kind: 'words' | 'day' | 'kept' }
  /** `isSet`: it always has one of its choices. */
  | { kind: 'choice'; choices: readonly (string | readonly [value: string, text: string])[]; isSet: boolean }
);

type FilterFormProps = {
  /** The address of the table: a path, and the fragment of its section. */
  path: string;
  section: string;
  label: string;
  values: FilterValues;
  isFiltered: boolean;
  fields: readonly FilterFormField[];
};

/** Search and filters of a table; see useFilterForm. The page carries its fields as data and not as elements. */
export function FilterForm({ path, section, label, values, isFiltered, fields }: FilterFormProps) {
  const t = useTranslations('admin.filter');
  const { props, pending, clear } = useFilterForm(path, values);

  return (
    <form
      {...props}
      action={`${path}#${section}`}
      aria-label={label}
      className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] items-end gap-3 lg:grid-cols-6 print:hidden"
    >
      {fields.map((field) => (
        <FilterField key={field.name} field={field} />
      ))}
      <div className="col-span-full flex flex-wrap items-center gap-3 lg:col-span-2">
        <Button type="submit" variant="line" className="h-12" aria-busy={pending || undefined}>
          {pending ? <LoaderCircle aria-hidden className="animate-spin" /> : <Search aria-hidden />}
          {t('submit')}
        </Button>
        {isFiltered && (
          <Button asChild variant="bare">
            {/* Rendered only while filters are set. */}
            <Link href={path} scroll={false} onClick={clear}>
              {t('clear')}
            </Link>
          </Button>
        )}
      </div>
    </form>
  );
}

function FilterField({ field }: { field: FilterFormField }) {
  const { kind, name, label, value = '' } = field;
  if (kind === 'kept') return <input type="hidden" name={name} value={value} />;
  if (kind === 'choice') return <FilterSelect {...field} />;
  return (
    <Field
      className={name === 'q' ? 'col-span-full lg:col-span-2' : undefined}
      label={label}
      type={kind === 'day' ? 'date' : 'search'}
      name={name}
      maxLength={kind === 'day' ? undefined : MAX_SEARCH_LENGTH}
      defaultValue={value}
    />
  );
}

/** A filter with its values, 'All' first unless it always has one. A value from the address that no record has any more is offered as well. */
function FilterSelect({ name, label, value, choices, isSet }: Extract<FilterFormField, { kind: 'choice' }>) {
  const t = useTranslations('admin.filter');
  const options = choices.map((choice): readonly [string, string] =>
    typeof choice === 'string' ? [choice, choice] : choice,
  );
  // The value in the address may differ in case.
  const option = options.find(([option]) => option.toLowerCase() === value?.toLowerCase())?.[0];
  return (
    <SelectField name={name} label={label} defaultValue={option ?? value ?? ''}>
      {!isSet && <option value="">{t('any')}</option>}
      {value !== undefined && option === undefined && <option value={value}>{value}</option>}
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}
