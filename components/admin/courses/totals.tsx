import { Summary } from '@/components/admin/summary';
import type { AdminCourseTotals } from '@/lib/admin/courses/queries';
import { getTranslator } from '@/lib/platform/i18n/server';

const SHOWN = ['courses', 'seats', 'adopted', 'held', 'left'] as const;

/** The totals of all matching courses, over all pages. */
export function Totals({ totals }: { totals: AdminCourseTotals }) {
  const t = getTranslator('en', 'adminCourses.totals');
  return <Summary label={t('label')} counts={SHOWN.map((name) => [t(name), totals[name]])} />;
}
