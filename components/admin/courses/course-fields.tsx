import { FilterSelect } from '@/components/admin/filter-select';
import { HiddenSortFields } from '@/components/admin/hidden-sort-fields';
import { Field } from '@/components/ui/field';
import { ADMIN_COURSE_STATES, adminCourseFilterSchema, type AdminCourseFilter } from '@/lib/admin/courses/schema';
import { COURSE_TYPES } from '@/lib/catalogue/schema';
import { MAX_SEARCH_LENGTH } from '@/lib/core/search-params';
import { getTranslator } from '@/lib/i18n/server';

const USUAL = adminCourseFilterSchema.parse({});

/** The search and filter fields of the courses, filled from the search parameters. The order is preserved. */
export function CourseFields({ filter, cities }: { filter: AdminCourseFilter; cities: readonly string[] }) {
  const t = getTranslator('en', 'adminCourses');
  const { q, type, city, state } = filter;
  // The city in the address may differ in case.
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
      <FilterSelect
        name="type"
        label={t('filter.type')}
        value={type}
        options={COURSE_TYPES.map((name) => [name, name])}
      />
      <FilterSelect
        name="city"
        label={t('filter.city')}
        value={known ?? city}
        options={cities.map((name) => [name, name])}
      />
      <FilterSelect
        name="state"
        label={t('filter.state')}
        value={state}
        options={ADMIN_COURSE_STATES.map((name) => [name, t(`state.${name}`)])}
      />
      <HiddenSortFields order={filter} usual={USUAL} />
    </>
  );
}
