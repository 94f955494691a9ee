'use client';

import type { ReactNode } from 'react';
import type { CourseType } from '@/db/schema/values';
import { useNames } from '@/components/platform/i18n/use-names';
import { COURSE_TYPE_SLUGS } from '@/lib/catalogue/schema';

type TypeTagProps = { type: CourseType; small?: boolean; /** After the name. */ children?: ReactNode };

/** A course type: a square in its colour with its name, never colour alone. */
export function TypeTag({ type, small, children }: TypeTagProps) {
  const names = useNames();
  return (
    <span data-type={COURSE_TYPE_SLUGS[type]} className={small ? 'type-tag small' : 'type-tag'}>
      {names.type(type)}
      {children !== undefined && <span>{children}</span>}
    </span>
  );
}
