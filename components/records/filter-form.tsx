'use client';

import { LoaderCircle, Search } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useTransition, type FormEvent, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';

type FilterFormProps = {
  /** Where the table is: a path, and the fragment of its section. */
  path: string;
  section: string;
  label: string;
  /** What the address says now, by name of the field; a field that it does not name is empty. */
  values: Readonly<Record<string, string>>;
  isFiltered: boolean;
  /** The fields. */
  children: ReactNode;
};

/**
 * Search and filters of a table as a plain GET form, so that they work without JavaScript. With it, a chosen option is applied
 * at once, the address holds no empty fields, and neither the scroll position nor the focus is lost. It always leads to page 1.
 */
export function FilterForm({ path, section, label, values, isFiltered, children }: FilterFormProps) {
  const t = useTranslations('records.filter');
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const form = useFollowing(values);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = [...new FormData(event.currentTarget)].filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].trim() !== '',
    );
    const query = new URLSearchParams(given).toString();
    startTransition(() => router.push(query ? `${path}?${query}` : path, { scroll: false }));
  };

  const applyChoice = (event: FormEvent<HTMLFormElement>) => {
    if (event.target instanceof HTMLSelectElement) event.currentTarget.requestSubmit();
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
      className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] items-end gap-3 lg:grid-cols-6"
    >
      {children}
      <div className="col-span-full flex min-h-12 flex-wrap items-center gap-3 lg:col-span-3">
        <Button type="submit" variant="line" aria-busy={pending || undefined}>
          {pending ? <LoaderCircle aria-hidden className="animate-spin" /> : <Search aria-hidden />}
          {t('submit')}
        </Button>
        {isFiltered && (
          <Button asChild variant="bare">
            {/* It goes away with the filters. */}
            <Link
              href={path}
              scroll={false}
              prefetch={false}
              onClick={() => form.current?.querySelector('input')?.focus()}
            >
              {t('clear')}
            </Link>
          </Button>
        )}
      </div>
    </form>
  );
}

/** Lets the fields follow the address where it changes otherwise, such as by going back; what is being typed into another stays. */
function useFollowing(values: FilterFormProps['values']) {
  const form = useRef<HTMLFormElement>(null);
  const applied = useRef(values);
  useEffect(() => {
    const before = applied.current;
    applied.current = values;
    for (const field of form.current?.elements ?? []) {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement) || field.type === 'hidden')
        continue;
      const value = values[field.name] ?? '';
      if (value !== (before[field.name] ?? '')) field.value = value;
    }
  }, [values]);
  return form;
}
