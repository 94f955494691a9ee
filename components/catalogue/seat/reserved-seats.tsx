'use client';

import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { Course } from '@/lib/catalogue/schema';
import { formatDateTimeWithZone } from '@/lib/platform/dates';
import type { Locale } from '@/lib/platform/i18n/locale';
import { timeLeft } from '@/lib/platform/time-left';

type ReservedSeatsProps = {
  course: Pick<Course, 'reserved_seats' | 'reserved_until'> | undefined;
  /** 'link': for whoever proves it; the reader only opened the link. */
  who: 'you' | 'link';
  className?: string;
};

/** How many of the seats that are left are reserved for the reader, until when and for how long; nothing if none are. */
export function ReservedSeats({ course, who, className }: ReservedSeatsProps) {
  const t = useTranslations('common');
  const locale = useLocale() as Locale;
  const [now] = useState(() => Date.now());
  if (!course?.reserved_seats || !course.reserved_until) return null;
  const until = formatDateTimeWithZone(course.reserved_until, locale);
  const left = t('timeLeft', timeLeft(course.reserved_until.getTime() - now));
  return (
    // The server rendered it a moment before.
    <p suppressHydrationWarning className={className}>
      {t('reservedSeats', { seats: course.reserved_seats, who, until, left })}
    </p>
  );
}
