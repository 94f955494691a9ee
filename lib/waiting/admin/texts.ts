import { getTranslator } from '@/lib/platform/i18n/server';
import type { WaitingRecord } from './schema';

const t = getTranslator('en', 'reservations.waiting');

/** Returns where somebody waits for seats: the institute, or that any of the city, or around it, will do. */
export const instituteOf = ({ institute, radiusKm }: Pick<WaitingRecord, 'institute' | 'radiusKm'>): string =>
  radiusKm === null ? institute || t('anywhere') : t('near', { km: radiusKm });
