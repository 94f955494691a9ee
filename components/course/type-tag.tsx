'use client';

import { useNames } from '@/components/i18n/use-names';
import { cn } from '@/components/ui/cn';
import { COURSE_TYPE_SLUGS, type CourseType } from '@/lib/catalogue/schema';

/** A course type: a square in its colour with its name, never colour alone. */
export function TypeTag({ type, small }: { type: CourseType; small?: boolean }) {
  const names = useNames();
  return (
    <span
      data-type={COURSE_TYPE_SLUGS[type]}
      className={cn(
        "inline-flex items-center gap-1.5 font-semibold whitespace-nowrap text-type before:size-[0.72em] before:shrink-0 before:rounded-[1px] before:border before:border-type before:bg-type-fill before:content-[''] before:[print-color-adjust:exact] forced-colors:before:[forced-color-adjust:none]",
        small ? 'text-cap' : 'text-small leading-tight',
      )}
    >
      {names.type(type)}
    </span>
  );
}
