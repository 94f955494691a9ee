import { Choice } from '@/components/admin/choice';
import { KeptOrder } from '@/components/admin/kept-order';
import { Field } from '@/components/ui/field';
import { COURSE_TYPES } from '@/lib/catalogue/schema';
import { MAX_SEARCH_LENGTH } from '@/lib/core/search-params';
import { getTranslator } from '@/lib/i18n/server';
import { billingFilterSchema, PAYMENT_STATUSES, type BillingFilter } from '@/lib/records/schema';

const USUAL = billingFilterSchema.parse({});

/** The fields that search and filter the billings, as the address says now. The order is kept. */
export function BillingFields({ filter, cities }: { filter: BillingFilter; cities: readonly string[] }) {
  const t = getTranslator('en', 'records');
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
      <Choice
        name="status"
        label={t('filter.status')}
        value={filter.status}
        options={PAYMENT_STATUSES.map((status) => [status, t(`status.${status}`)])}
      />
      <Choice
        name="verified"
        label={t('filter.verified')}
        value={filter.verified}
        options={(['yes', 'no'] as const).map((answer) => [answer, t(answer)])}
      />
      <Choice
        name="type"
        label={t('filter.type')}
        value={filter.type}
        options={COURSE_TYPES.map((type) => [type, type])}
      />
      <Choice name="city" label={t('filter.city')} value={filter.city} options={cities.map((city) => [city, city])} />
      <Field label={t('filter.from')} type="date" name="from" defaultValue={filter.from ?? ''} />
      <Field label={t('filter.to')} type="date" name="to" defaultValue={filter.to ?? ''} />
      <KeptOrder order={filter} usual={USUAL} />
    </>
  );
}
