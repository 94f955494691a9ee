import { Choice } from '@/components/admin/choice';
import { KeptOrder } from '@/components/admin/kept-order';
import { Field } from '@/components/ui/field';
import { KEEPING_STATES, keepingFilterSchema, type KeepingFilter } from '@/lib/catalogue/keeping/schema';
import { COURSE_TYPES } from '@/lib/catalogue/schema';
import { MAX_SEARCH_LENGTH } from '@/lib/core/search-params';
import { getTranslator } from '@/lib/i18n/server';

const USUAL = keepingFilterSchema.parse({});

/** The fields that search and filter the courses, as the address says now. The order is kept. */
export function CourseFields({ filter, cities }: { filter: KeepingFilter; cities: readonly string[] }) {
  const t = getTranslator('en', 'keeping');
  const { q, type, city, state } = filter;
  // An address may write a city in another case.
  const known = city && cities.find((name) => name.toLowerCase() === city.toLowerCase());
  return (
    <>
      <Field
        className="col-span-full lg:col-span-3"
        label={t('search')}
        type="search"
        name="q"
        maxLength={MAX_SEARCH_LENGTH}
        defaultValue={q ?? ''}
      />
      <Choice name="type" label={t('filter.type')} value={type} options={COURSE_TYPES.map((name) => [name, name])} />
      <Choice name="city" label={t('filter.city')} value={known ?? city} options={cities.map((name) => [name, name])} />
      <Choice
        name="state"
        label={t('filter.state')}
        value={state}
        options={KEEPING_STATES.map((name) => [name, t(`state.${name}`)])}
      />
      <KeptOrder order={filter} usual={USUAL} />
    </>
  );
}
