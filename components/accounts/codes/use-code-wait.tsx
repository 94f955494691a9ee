'use client';

import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Note } from '@/components/platform/ui/note';
import type { ApiFailure } from '@/lib/api/client/client';
import { formatMinute, formatTime, indianIsoDay } from '@/lib/platform/dates';
import { useCountdown } from './use-countdown';

const MINUTE_MS = 60_000;

type CodeWait = {
  /** Whether no code is sent now. */
  waits: boolean;
  /** Until when; milliseconds of Date.now(). */
  until: number;
  /** Reads the refusal of a request for a code. */
  refused: (failure: ApiFailure) => void;
};

/** The time until another code may be sent, after the limit of an hour or a day refused one. */
export function useCodeWait(): CodeWait {
  const [until, setUntil] = useState(0);
  return {
    waits: useCountdown(until) > 0,
    until,
    refused: ({ code, retryAfterSeconds }) => {
      if (code === 'otp.too_many_sends' && retryAfterSeconds) setUntil(Date.now() + retryAfterSeconds * 1000);
    },
  };
}

/** Says when a code may be sent: the start of a minute, not before the limit ends. */
export function CodePossibleAt({ until }: { until: number }) {
  const t = useTranslations('otp');
  const locale = useLocale();
  const at = new Date(Math.ceil(until / MINUTE_MS) * MINUTE_MS);
  const isToday = indianIsoDay(at) === indianIsoDay(new Date());
  return (
    <Note kind="time">
      {isToday
        ? t('possibleAt', { time: formatTime(at, locale) })
        : t('possibleOn', { moment: formatMinute(at, locale) })}
    </Note>
  );
}
