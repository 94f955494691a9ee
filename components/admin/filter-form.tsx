'use client';

import { LoaderCircle, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import { useFilterForm, type FilterValues } from '@/components/platform/ui/use-filter-form';

type FilterFormProps = {
  /** The address of the table: a path, and the fragment of its section. */
  path: string;
  section: string;
  label: string;
  values: FilterValues;
  isFiltered: boolean;
  children: ReactNode;
};

/** Search and filters of a table; see useFilterForm. */
export function FilterForm({ path, section, label, values, isFiltered, children }: FilterFormProps) {
  const t = useTranslations('admin.filter');
  const { props, pending, clear } = useFilterForm(path, values);

  return (
    <form
      {...props}
      action={`${path}#${section}`}
      aria-label={label}
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
            <Link href={path} scroll={false} onClick={clear}>
              {t('clear')}
            </Link>
          </Button>
        )}
      </div>
    </form>
  );
}
