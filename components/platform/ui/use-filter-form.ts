'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useTransition, type ComponentProps, type FormEvent } from 'react';
import { withQuery } from '@/lib/platform/with-query';

/** Values from the search parameters by field name; missing fields are empty. */
export type FilterValues = Readonly<Record<string, string | undefined>>;

type Field = HTMLInputElement | HTMLSelectElement;

/**
 * Handles a plain GET form of search and filters, which works without JavaScript. With it, a selected option or a ticked
 * box applies at once, empty fields are left out of the address, and scroll position and focus are preserved. Always
 * leads to page 1.
 * @param path the address without the parameters of the form
 * @param values the same object until the address changes
 * @returns properties of the form, whether the new page is loading, and `clear` for a link to `path`
 */
export function useFilterForm(path: string, values: FilterValues) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const form = useRef<HTMLFormElement>(null);
  const applied = useRef(values);

  // When the address changes by other means than the form, e.g. Back, the fields follow; text being typed is preserved.
  useEffect(() => {
    const before = applied.current;
    applied.current = values;
    for (const field of fieldsOf(form.current)) {
      const value = values[field.name] ?? '';
      if (value !== (before[field.name] ?? '')) setField(field, value);
    }
  }, [values]);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget)].flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [],
    );
    applied.current = Object.fromEntries(entries);
    startTransition(() => router.push(withQuery(path, new URLSearchParams(entries)), { scroll: false }));
  };

  const onChange = (event: FormEvent<HTMLFormElement>) => {
    const { target } = event;
    if (target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === 'checkbox'))
      event.currentTarget.requestSubmit();
  };

  // Typed text that was not submitted is cleared as well.
  const clear = () => {
    for (const field of fieldsOf(form.current)) setField(field, '');
    form.current?.querySelector('input')?.focus();
  };

  const props: ComponentProps<'form'> = { ref: form, role: 'search', autoComplete: 'off', onSubmit, onChange };
  return { props, pending, clear };
}

function setField(field: Field, value: string) {
  if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = value === field.value;
  else field.value = value;
  // A choice that always is one of its options: the first is the usual one.
  if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.selectedIndex = 0;
}

/** Returns the visible fields. */
function fieldsOf(form: HTMLFormElement | null): Field[] {
  return [...(form?.elements ?? [])].filter(
    (field): field is Field =>
      (field instanceof HTMLInputElement && field.type !== 'hidden') || field instanceof HTMLSelectElement,
  );
}
