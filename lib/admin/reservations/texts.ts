import { COURSE_TYPES } from '@/db/schema/enums';
import type { FilterTexts } from '@/lib/platform/filter-texts';
import { getTranslator } from '@/lib/platform/i18n/server';
import { placeOf } from '@/lib/platform/place-of';
import { LISTED_KINDS, RESERVATION_STATES, type ShownRequest } from './schema';

const t = getTranslator('en', 'reservations');

export const RESERVATION_FILTERS = {
  labels: {
    q: t('filter.q'),
    kind: t('filter.kind'),
    type: t('filter.type'),
    session: t('filter.session'),
    state: t('filter.state'),
  },
  choices: {
    kind: LISTED_KINDS.map((kind) => [kind, t(`kind.${kind}`)]),
    type: COURSE_TYPES,
    state: RESERVATION_STATES.map((state) => [state, t(`state.${state}`)]),
  },
} satisfies FilterTexts;

/** Returns where somebody waits for seats: the institute, or that any of the city, or around it, will do. */
export const instituteOf = ({ institute, city, radiusKm }: Pick<ShownRequest, 'institute' | 'city' | 'radiusKm'>) =>
  radiusKm !== null
    ? t('near', { km: radiusKm, city })
    : institute
      ? placeOf(institute, city)
      : t('anywhere', { city });
