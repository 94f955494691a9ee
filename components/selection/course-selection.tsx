'use client';

import { ArrowRight } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useId, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { CourseCard } from '@/components/course/course-card';
import { LeaveGuard } from '@/components/guard/leave-guard';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { notify } from '@/components/ui/toaster';
import type { InstituteGroup } from '@/lib/catalogue/rules';
import { formatINR } from '@/lib/core/money';
import { entriesFromDraft, totalsOf } from '@/lib/selection/rules';
import { useCart, useSelectionStore } from '@/lib/selection/store';
import { errorText } from '@/lib/text/errors';
import { Dock } from './dock';
import { StorageNotice } from './storage-notice';
import { Summary } from './summary';
import { useDraft } from './use-draft';

/** From so many courses on, cards out of sight are not laid out. */
const MANY = 60;
const paintOnSight = '[&_article]:[contain-intrinsic-size:auto_10rem] [&_article]:[content-visibility:auto]';

/** The courses of a city to choose from, what is chosen so far, and the way on to the cart. */
export function CourseSelection({ groups }: { groups: InstituteGroup[] }) {
  const t = useTranslations('list.summary');
  const common = useTranslations('common');
  const id = useId();
  const router = useRouter();
  const { cart, hydrated } = useCart();
  const courses = useMemo(() => groups.flatMap((group) => group.courses), [groups]);
  const { draft, dirty, onToggle, onSeats, reset } = useDraft(courses, cart, { autoSelect: true });
  const lines = useMemo(() => entriesFromDraft(courses, draft), [courses, draft]);
  const totals = useMemo(() => totalsOf(lines), [lines]);

  const commit = (options?: { allowEmpty: boolean }) => {
    const outcome = useSelectionStore.getState().proceed(courses, draft, options);
    if (outcome.ok) reset();
    else notify.error(errorText(outcome.code, outcome.params), { id: 'seats' });
    return outcome.ok;
  };
  const proceed = () => {
    if (commit()) router.push('/cart');
  };

  return (
    <>
      <div className="wrap grid gap-x-12 gap-y-6 pb-18 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className={cn('grid content-start gap-8', courses.length > MANY && paintOnSight)}>
          {groups.map((group, index) => (
            <section key={group.institute ?? ''} aria-labelledby={`${id}-${index}`}>
              <h2 id={`${id}-${index}`} className="mb-3 text-lead">
                {group.institute ?? common('otherInstitutes')}
              </h2>
              <div className="grid gap-3">
                {group.courses.map((course) => (
                  <CourseCard
                    key={course.id}
                    course={course}
                    seats={draft[course.id]}
                    ready={hydrated}
                    onToggle={onToggle}
                    onSeats={onSeats}
                  />
                ))}
              </div>
            </section>
          ))}
        </div>
        <aside
          aria-labelledby={lines.length > 0 ? `${id}-summary` : undefined}
          className="sticky top-4 mt-9 grid max-h-[calc(100dvh-2rem)] content-start gap-4 self-start overflow-y-auto rounded-2 border border-t-4 border-line border-t-marigold bg-surface p-6 max-lg:hidden"
        >
          {lines.length > 0 ? (
            <Summary lines={lines} totals={totals} headingId={`${id}-summary`} />
          ) : (
            <p className="text-ink-2">{t('none')}</p>
          )}
          <Button wide onClick={proceed}>
            {t('proceed')}
            <ArrowRight aria-hidden />
          </Button>
        </aside>
      </div>
      <Dock lines={lines} totals={totals} onProceed={proceed} />
      <p aria-live="polite" className="sr-only">
        {t('live', { seats: totals.seats, amount: formatINR(totals.paise) })}
      </p>
      <LeaveGuard dirty={dirty} onCommit={() => commit({ allowEmpty: true })} onDiscard={reset} />
      <StorageNotice />
    </>
  );
}
