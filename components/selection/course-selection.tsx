'use client';

import { ArrowRight } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useId, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { CourseCard } from '@/components/course/course-card';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { UnsavedChangesGuard } from '@/components/unsaved-changes/unsaved-changes-guard';
import type { InstituteGroup } from '@/lib/catalogue/rules';
import { langOf } from '@/lib/i18n/script';
import { Dock } from './dock';
import { SELECTION_FLOWS, type SelectionFlow } from './selection-flows';
import { LiveTotals } from './live-totals';
import { StorageNotice } from './storage-notice';
import { Summary } from './summary';
import { useSelection } from './use-selection';

/** From this many courses on, off-screen cards skip layout. */
export const MANY = 60;
export const paintOnSight = '[&_article]:[contain-intrinsic-size:auto_10rem] [&_article]:[content-visibility:auto]';

/** The courses of a city, what is chosen so far, and the link to cart or payment. */
export function CourseSelection({ groups, flow }: { groups: InstituteGroup[]; flow: SelectionFlow }) {
  const t = useTranslations('list.summary');
  const common = useTranslations('common');
  const id = useId();
  const router = useRouter();
  const courses = useMemo(() => groups.flatMap((group) => group.courses), [groups]);
  const { hydrated, draft, dirty, lines, totals, onToggle, onSeats, commit, complete, reset } = useSelection(
    courses,
    flow,
  );

  const proceed = () => {
    if (commit() && complete()) router.push(SELECTION_FLOWS[flow].next);
  };
  const leave = (confirmed?: boolean) => commit({ allowEmpty: true }) && (!confirmed || complete());

  return (
    <div className="@container flex grow flex-col">
      <div className="wrap grid grow grid-cols-[minmax(0,1fr)] content-start gap-x-12 gap-y-6 pb-18 @min-[60rem]:grid-cols-[minmax(0,1fr)_22rem]">
        <div
          className={cn('grid grid-cols-[minmax(0,1fr)] content-start gap-8', courses.length > MANY && paintOnSight)}
        >
          {groups.map((group, index) => (
            <section key={group.institute ?? ''} aria-labelledby={`${id}-${index}`}>
              <h2 id={`${id}-${index}`} lang={langOf(group.institute ?? '')} className="mb-3 text-lead">
                {group.institute ?? common('otherInstitutes')}
              </h2>
              <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
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
          className={cn(
            'sticky top-4 mt-9 grid max-h-[calc(100dvh-2rem)] content-start gap-4 self-start overflow-y-auto rounded-2 border border-t-4 border-line border-t-marigold bg-surface p-6 not-print:@max-[60rem]:hidden',
            lines.length > 0 ? 'print:static print:mt-0 print:max-h-none print:overflow-visible' : 'print:hidden',
          )}
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
      <Dock lines={lines} totals={totals} label={t('proceed')}>
        <Button size="snug" onClick={proceed} className="whitespace-nowrap max-[22.5rem]:w-full">
          {t('proceed')}
        </Button>
      </Dock>
      <LiveTotals totals={totals} />
      <UnsavedChangesGuard dirty={dirty} onCommit={leave} onDiscard={reset} />
      <StorageNotice />
    </div>
  );
}
