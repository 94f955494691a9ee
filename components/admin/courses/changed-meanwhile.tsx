'use client';

import { useTranslations } from 'use-intl';
import type { AdminCourse } from '@/lib/admin/courses/schema';
import { formatCount } from '@/lib/platform/format-count';
import { formatINR } from '@/lib/platform/money';
import { errorText } from '@/lib/platform/i18n/errors';

/** Says the new values of a course that someone else changed during editing. */
export function ChangedMeanwhile({ before, now }: { before: AdminCourse; now: AdminCourse }) {
  const t = useTranslations('adminCourses');
  const price = ({ price_paise: paise }: AdminCourse) => formatINR(paise);
  const state = ({ is_open: isOpen }: AdminCourse) => t(isOpen ? 'state.open' : 'state.closed');
  const changes = [
    before.total_seats !== now.total_seats &&
      t('edit.nowTotal', { now: formatCount(now.total_seats), before: formatCount(before.total_seats) }),
    price(before) !== price(now) && t('edit.nowPrice', { now: price(now), before: price(before) }),
    before.duration_years !== now.duration_years &&
      t('edit.nowDuration', { now: String(now.duration_years ?? '–'), before: String(before.duration_years ?? '–') }),
    before.branch_hindi !== now.branch_hindi &&
      t('edit.nowHindi', { now: now.branch_hindi ?? '–', before: before.branch_hindi ?? '–' }),
    before.is_open !== now.is_open && t('edit.nowState', { now: state(now), before: state(before) }),
  ].filter((change) => change !== false);
  return (
    <>
      <p className="font-semibold">{errorText('course.changed_meanwhile')}</p>
      <p>{t(changes.length > 0 ? 'edit.changedNow' : 'edit.nowSame')}</p>
      {changes.length > 0 && (
        <ul className="mt-1 list-disc ps-5">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
    </>
  );
}
