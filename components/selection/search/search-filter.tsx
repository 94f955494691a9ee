import type { ReactNode } from 'react';
import { COURSE_TYPES } from '@/db/schema/enums';
import { ListFilterForm } from '@/components/selection/list-filter';
import { SelectField } from '@/components/platform/ui/select-field';
import { getNames } from '@/lib/catalogue/localized-names';
import { SEARCH_KM, SEARCH_YEARS, searchHref, type SearchParams } from '@/lib/catalogue/list/search-filter';
import { getTranslations } from '@/lib/platform/i18n/server';

type SearchFilterFormProps = {
  search: SearchParams;
  /** The place of the search as shown; null without one, which then has no distances. */
  place: string | null;
  sessions: readonly string[];
  /** The name of the order that is used if none is chosen. */
  usual: string;
  /** What was found. */
  found: ReactNode;
};

/** The query with its filters, order and budget, as the lists have them; part of the address. */
export async function SearchFilterForm({ search, place, sessions, usual, found }: SearchFilterFormProps) {
  const t = await getTranslations('search');
  const names = await getNames();
  return (
    <ListFilterForm
      path="/search"
      filter={search}
      institutes={null}
      sessions={sessions}
      labels={{ search: t('label'), usual }}
      found={found}
      cleared={searchHref({ q: search.q, literal: search.literal })}
    >
      <SelectField name="type" label={t('filter.type')} defaultValue={search.type ?? ''}>
        <option value="">{t('filter.anyType')}</option>
        {COURSE_TYPES.map((type) => (
          <option key={type} value={type}>
            {names.type(type)}
          </option>
        ))}
      </SelectField>
      {place !== null && (
        <SelectField name="km" label={t('filter.km')} defaultValue={search.km ?? ''}>
          <option value="">{t('filter.anyKm')}</option>
          {SEARCH_KM.map((km) => (
            <option key={km} value={km}>
              {t('filter.upTo', { km: Number(km) })}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField name="years" label={t('filter.years')} defaultValue={search.years ?? ''}>
        <option value="">{t('filter.anyYears')}</option>
        {SEARCH_YEARS.map((years) => (
          <option key={years} value={years}>
            {t('filter.ofYears', { years: Number(years) })}
          </option>
        ))}
      </SelectField>
      {search.literal && <input type="hidden" name="literal" value="1" />}
    </ListFilterForm>
  );
}
