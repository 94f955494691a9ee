import { getTranslator } from '@/lib/platform/i18n/server';
import { placeOf } from '@/lib/platform/place-of';
import type { ShownRequest } from './schema';

const t = getTranslator('en', 'reservations');

/** Returns where somebody waits for seats: the institute, or that any of the city, or around it, will do. */
export const instituteOf = ({ institute, city, radiusKm }: Pick<ShownRequest, 'institute' | 'city' | 'radiusKm'>) =>
  radiusKm !== null
    ? t('near', { km: radiusKm, city })
    : institute
      ? placeOf(institute, city)
      : t('anywhere', { city });
