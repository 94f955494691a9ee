'use client';

import { ChevronDown, LoaderCircle, Search } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useNames } from '@/components/platform/i18n/use-names';
import { Button } from '@/components/platform/ui/button';
import { Checkbox } from '@/components/platform/ui/checkbox';
import { cn } from '@/components/platform/ui/cn';
import { Field } from '@/components/platform/ui/field';
import { Link } from '@/components/platform/ui/link';
import { SelectField } from '@/components/platform/ui/select-field';
import { useFilterForm } from '@/components/platform/ui/use-filter-form';
import { formatCount } from '@/lib/platform/format-count';
import type { ListFilter } from '@/lib/catalogue/list/filter';
import type { SearchParams } from '@/lib/catalogue/list/search-filter';
import type { ListedInstitute } from '@/lib/catalogue/list/rules';

type ListFilterFormProps = {
  /** The address of the list without the parameters of the filter. */
  path: string;
  filter: ListFilter | SearchParams;
  /** The institutes to choose from; null for a list of all cities. */
  institutes: readonly ListedInstitute[] | null;
  /** The sessions to choose from; none if they are not named. */
  sessions: readonly string[];
  /** For a list of all cities: the labels of the search and of the usual order, and where the filters are cleared. */
  labels?: { search: string; usual: string };
  cleared?: string;
  /** What was found, beside the filters. */
  found?: ReactNode;
  /** Further filters. */
  children?: ReactNode;
};

/** Search, filters, order and budget of a course list; see useFilterForm. */
export function ListFilterForm({
  path,
  filter,
  institutes,
  sessions,
  labels,
  cleared,
  found,
  children,
}: ListFilterFormProps) {
  const t = useTranslations('list.find');
  const common = useTranslations('common');
  const names = useNames();
  const { q, sort, ...others } = filter;
  const institute = 'institute' in filter ? filter.institute : undefined;
  const order = sort === 'institute' || sort === 'near' ? '' : (sort ?? '');
  // The same object until the address changes: fields follow it.
  const values = useMemo(() => ({ ...filter, sort: order }), [filter, order]);
  const { props, pending, clear } = useFilterForm(path, values);
  const { show: _show, literal: _literal, ...counted }: Record<string, string | undefined> = { ...others, order };
  const details = Object.values(counted).filter(Boolean).length;

  return (
    <form
      {...props}
      action={path}
      aria-label={t('label')}
      className={cn(
        'flex flex-wrap items-end gap-x-3 gap-y-2 print:hidden',
        // The heading of a search has its words already.
        labels ? 'md:mb-4 max-md:[&>div:first-child>label]:sr-only' : 'mb-4',
      )}
    >
      <Field
        type="search"
        name="q"
        label={labels?.search ?? t(institutes ? 'search' : 'searchAll')}
        maxLength={100}
        enterKeyHint="search"
        defaultValue={q ?? ''}
        className="min-w-[min(12rem,100%)] flex-1 md:max-w-md"
      />
      <Button type="submit" variant="line" className="h-12" aria-busy={pending || undefined}>
        {pending ? <LoaderCircle aria-hidden className="animate-spin" /> : <Search aria-hidden />}
        {t('submit')}
      </Button>
      {/* Folded even if filters are set: on a phone they fill the screen, and the summary says how many there are. */}
      <details className="group grow open:basis-full md:grow-0">
        <summary className="inline-flex min-h-tap cursor-pointer list-none items-center gap-1.5 font-semibold text-link underline-offset-4 hover:underline md:min-h-12 [&::-webkit-details-marker]:hidden">
          {details > 0 ? t('moreSet', { count: details }) : t('more')}
          <ChevronDown aria-hidden className="size-5 group-open:rotate-180" />
        </summary>
        <div className="grid grid-cols-2 items-end gap-3 pt-1 pb-2 md:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]">
          {institutes && (
            <SelectField
              name="institute"
              label={t('institute')}
              defaultValue={institute ?? ''}
              className="col-span-full md:col-span-2"
            >
              <option value="">{t('anyInstitute')}</option>
              {institutes.map(([id, name, courses, hindi]) => (
                <option key={id} value={id}>
                  {`${name === null ? common('otherInstitutes') : names.institute(name, hindi)} (${formatCount(courses)})`}
                </option>
              ))}
            </SelectField>
          )}
          {sessions.length > 0 && (
            <SelectField name="session" label={t('session')} defaultValue={filter.session ?? ''}>
              <option value="">{t('anySession')}</option>
              {sessions.map((session) => (
                <option key={session} value={session}>
                  {session}
                </option>
              ))}
            </SelectField>
          )}
          <SelectField name="sort" label={t('sort')} defaultValue={order} className="col-span-full md:col-span-1">
            <option value="">{labels?.usual ?? t(institutes ? 'byInstitute' : 'byBranch')}</option>
            <option value="price">{t('byPrice')}</option>
            <option value="seats">{t('bySeats')}</option>
          </SelectField>
          {children}
          <Amount name="min" label={t('min')} value={others.min} />
          <Amount name="max" label={t('max')} value={others.max} />
          <Amount name="budget" label={t('budget')} value={others.budget} />
          <label className="col-span-full inline-flex min-h-12 items-center gap-2.5 md:col-span-2">
            <Checkbox name="free" value="1" defaultChecked={others.free !== undefined} />
            {t('free')}
          </label>
          <div className="col-span-full flex flex-wrap gap-3">
            <Button type="submit" variant="line">
              {t('apply')}
            </Button>
          </div>
        </div>
      </details>
      {found && <div className="ms-auto self-center text-small text-ink-2">{found}</div>}
      {((q !== undefined && !cleared) || details > 0) && (
        <Button asChild variant="bare" size="inline">
          <Link href={cleared ?? path} scroll={false} onClick={cleared ? undefined : clear}>
            {t('clear')}
          </Link>
        </Button>
      )}
    </form>
  );
}

function Amount({ name, label, value = '' }: { name: string; label: string; value: string | undefined }) {
  return <Field name={name} label={label} inputMode="decimal" maxLength={20} defaultValue={value} />;
}
