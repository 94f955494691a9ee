import { WAYS } from '@/lib/admin/registers/schema';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'registers');

/** The labels and choices of the filters on money. @param state its states with their names */
export const moneyFilters = (state: readonly (readonly [string, string])[]) => ({
  labels: {
    q: t('filter.q'),
    way: t('filter.way'),
    state: t('filter.state'),
    from: t('filter.from'),
    to: t('filter.to'),
  },
  choices: { way: WAYS.map((way) => [way, t(`way.${way}`)] as const), state },
});
