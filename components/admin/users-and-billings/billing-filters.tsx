import { FilterSelect } from '@/components/admin/filter-select';
import { HiddenSortFields } from '@/components/admin/hidden-sort-fields';
import { Field } from '@/components/ui/field';
import {
  BILLING_PAYMENT_STATUSES,
  billingFilterSchema,
  type BillingFilter,
} from '@/lib/admin/users-and-billings/schema';
import { COURSE_TYPES } from '@/lib/catalogue/schema';
import { MAX_SEARCH_LENGTH } from '@/lib/core/search-params';
import { getTranslator } from '@/lib/i18n/server';

const USUAL = billingFilterSchema.parse({});

/** The search and filter fields of the billings, filled from the search parameters. The order is preserved. */
export function BillingFields({ filter, cities }: { filter: BillingFilter; cities: readonly string[] }) {
  const t = getTranslator('en', 'usersAndBillings');
  return (
    <>
      <Field
        className="col-span-full lg:col-span-2"
        label={t('billings.search')}
        type="search"
        name="q"
        maxLength={MAX_SEARCH_LENGTH}
        defaultValue={filter.q ?? ''}
      />
      <FilterSelect
        name="status"
        label={t('filter.status')}
        value={filter.status}
        options={BILLING_PAYMENT_STATUSES.map((status) => [status, t(`status.${status}`)])}
      />
      <FilterSelect
        name="verified"
        label={t('filter.verified')}
        value={filter.verified}
        options={(['yes', 'no'] as const).map((option) => [option, t(option)])}
      />
      <FilterSelect
        name="type"
        label={t('filter.type')}
        value={filter.type}
        options={COURSE_TYPES.map((type) => [type, type])}
      />
      <FilterSelect
        name="city"
        label={t('filter.city')}
        value={filter.city}
        options={cities.map((city) => [city, city])}
      />
      <Field
        label={t('filter.institute')}
        type="search"
        name="institute"
        maxLength={MAX_SEARCH_LENGTH}
        defaultValue={filter.institute ?? ''}
      />
      <Field
        label={t('filter.branch')}
        type="search"
        name="branch"
        maxLength={MAX_SEARCH_LENGTH}
        defaultValue={filter.branch ?? ''}
      />
      {filter.course && <input type="hidden" name="course" value={filter.course} />}
      <Field label={t('filter.from')} type="date" name="from" defaultValue={filter.from ?? ''} />
      <Field label={t('filter.to')} type="date" name="to" defaultValue={filter.to ?? ''} />
      <HiddenSortFields order={filter} usual={USUAL} />
    </>
  );
}
