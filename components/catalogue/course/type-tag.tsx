'use client';

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { CourseType } from '@/db/schema/enums';
import { useNames } from '@/components/platform/i18n/use-names';
import { COURSE_TYPE_SLUGS } from '@/lib/catalogue/schema';

type TypeTagProps = {
  type: CourseType;
  /** How many years the course takes, if that is told. */
  years?: number | null;
  small?: boolean;
  /** After the name. */
  children?: ReactNode;
};

/** A course type: a square in its colour with its name, never colour alone. */
export function TypeTag({ type, years, small, children }: TypeTagProps) {
  const common = useTranslations('common');
  const names = useNames();
  return (
    <span data-type={COURSE_TYPE_SLUGS[type]} className={small ? 'type-tag small' : 'type-tag'}>
      {years ? common('typeYears', { years, type: names.type(type) }) : names.type(type)}
      {children !== undefined && <span>{children}</span>}
    </span>
  );
}
