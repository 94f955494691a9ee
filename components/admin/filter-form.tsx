'use client';

import { LoaderCircle, Search } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useTransition, type FormEvent, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';

type FilterFormProps = {
  /** The address of the table: a path, and the fragment of its section. */
  path: string;
  section: string;
  label: string;
  /** Values from the search parameters by field name; missing fields are empty. */
  values: Readonly<Record<string, string>>;
  isFiltered: boolean;
  children: ReactNode;
};

/**
 * Search and filters of a table as a plain GET form, so that they work without JavaScript. With it, a selected option
 * applies at once, empty fields are left out of the address, and scroll position and focus are preserved. Always leads
 * to page 1.
 */
export function FilterForm({ path, section, label, values, isFiltered, children }: FilterFormProps) {
  const t = useTranslations('admin.filter');
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const { form, apply } = useFollowing(values);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = [...new FormData(event.currentTarget)].flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [],
    );
    apply(Object.fromEntries(given));
    const query = new URLSearchParams(given).toString();
    startTransition(() => router.push(query ? `${path}?${query}` : path, { scroll: false }));
  };

  const applyChoice = (event: FormEvent<HTMLFormElement>) => {
    if (event.target instanceof HTMLSelectElement) event.currentTarget.requestSubmit();
  };

  // Typed text that was not submitted is cleared as well.
  const clear = () => {
    for (const field of fieldsOf(form.current)) field.value = '';
    form.current?.querySelector('input')?.focus();
  };

  return (
    <form
      ref={form}
      action={`${path}#${section}`}
      role="search"
      aria-label={label}
      autoComplete="off"
      onSubmit={submit}
      onChange={applyChoice}
      className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] items-end gap-3 lg:grid-cols-6 print:hidden"
    >
      {children}
      <div className="col-span-full flex flex-wrap items-center gap-3 lg:col-span-2">
        <Button type="submit" variant="line" className="h-12" aria-busy={pending || undefined}>
          {pending ? <LoaderCircle aria-hidden className="animate-spin" /> : <Search aria-hidden />}
          {t('submit')}
        </Button>
        {isFiltered && (
          <Button asChild variant="bare">
            {/* Rendered only while filters are set. */}
            <Link href={path} scroll={false} prefetch={false} onClick={clear}>
              {t('clear')}
            </Link>
          </Button>
        )}
      </div>
    </form>
  );
}

/**
 * Updates the fields when the address changes by other means than the form, e.g. Back; text being typed is preserved.
 */
function useFollowing(values: FilterFormProps['values']) {
  const form = useRef<HTMLFormElement>(null);
  const applied = useRef(values);
  useEffect(() => {
    const before = applied.current;
    applied.current = values;
    for (const field of fieldsOf(form.current)) {
      const value = values[field.name] ?? '';
      if (value !== (before[field.name] ?? '')) field.value = value;
    }
  }, [values]);
  const apply = (given: FilterFormProps['values']) => {
    applied.current = given;
  };
  return { form, apply };
}

/** Returns the visible fields. */
function fieldsOf(form: HTMLFormElement | null): (HTMLInputElement | HTMLSelectElement)[] {
  return [...(form?.elements ?? [])].filter(
    (field): field is HTMLInputElement | HTMLSelectElement =>
      (field instanceof HTMLInputElement && field.type !== 'hidden') || field instanceof HTMLSelectElement,
  );
}
