'use client';

import Link from 'next/link';
import { useLayoutEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import type { KeptCourse } from '@/lib/catalogue/keeping/schema';
import { EditCourse } from './edit-course';
import { OpenClose } from './open-close';
import { useCourseName } from './save';

/** What can be done with the course of a row. */
export function RowActions({ course }: { course: KeptCourse }) {
  const t = useTranslations('keeping');
  const name = useCourseName(course);
  const row = useRef<HTMLDivElement>(null);

  // A course that no longer fits the filters takes its row away; the focus that was in it goes to the table.
  useLayoutEffect(() => {
    const actions = row.current;
    const region = actions?.closest<HTMLElement>('[role="region"]');
    return () => {
      if (actions?.contains(document.activeElement)) region?.focus({ preventScroll: true });
    };
  }, []);

  return (
    <div ref={row} className="flex gap-2 *:px-1">
      <EditCourse course={course} />
      <OpenClose course={course} />
      <Button asChild variant="bare" size="small">
        <Link href={`/admin/audit?subject=${course.id}`} prefetch={false} aria-label={t('historyOf', { course: name })}>
          {t('history')}
        </Link>
      </Button>
    </div>
  );
}
