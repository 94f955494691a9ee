import { COURSE_TYPES, USER_KINDS } from '@/db/schema/enums';
import type { FilterTexts } from '@/lib/platform/filter-texts';
import { getTranslator } from '@/lib/platform/i18n/server';
import { BILLING_PAYMENT_STATUSES } from './schema';

const t = getTranslator('en', 'usersAndBillings');

export const USER_FILTERS = {
  labels: { q: t('users.search'), kind: t('filter.kind') },
  choices: { kind: USER_KINDS.map((kind) => [kind, t(`kind.${kind}`)]) },
} satisfies FilterTexts;

export const BILLING_FILTERS = {
  labels: {
    q: t('billings.search'),
    status: t('filter.status'),
    verified: t('filter.verified'),
    type: t('filter.type'),
    session: t('filter.session'),
    city: t('filter.city'),
    institute: t('filter.institute'),
    branch: t('filter.branch'),
    from: t('filter.from'),
    to: t('filter.to'),
  },
  choices: {
    status: BILLING_PAYMENT_STATUSES.map((status) => [status, t(`status.${status}`)]),
    verified: (['yes', 'no'] as const).map((option) => [option, t(option)]),
    type: COURSE_TYPES,
  },
} satisfies FilterTexts;
