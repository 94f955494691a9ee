'use client';

import { useState, type ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { z } from 'zod';
import { Question } from '@/components/platform/ui/question';
import type { ApiResult } from '@/lib/api/client/client';
import { formatDate } from '@/lib/platform/dates';
import type { Locale } from '@/lib/platform/i18n/locale';

const earlierSchema = z.object({ reference: z.string(), adopted_at: z.iso.datetime() });
type Earlier = z.infer<typeof earlierSchema>;

/** Returns the earlier adoption of the same seats if a code was refused because of it, or null. */
export function earlierOf(result: ApiResult<unknown>): Earlier | null {
  if (result.ok || result.code !== 'adoption.repeated') return null;
  return earlierSchema.safeParse(result.details.earlier).data ?? null;
}

/**
 * Asks whether seats that were adopted shortly before are to be adopted once more. `ask` resolves with the answer;
 * `question` is the dialog to render.
 */
export function useRepeatQuestion(): { ask: (earlier: Earlier) => Promise<boolean>; question: ReactNode } {
  const t = useTranslations('checkout.repeat');
  const locale = useLocale() as Locale;
  const [asked, setAsked] = useState<{ earlier: Earlier; answer: (again: boolean) => void } | null>(null);
  const ask = (earlier: Earlier) => new Promise<boolean>((answer) => setAsked({ earlier, answer }));
  const close = (again: boolean) => {
    asked?.answer(again);
    setAsked(null);
  };
  const question = asked && (
    <Question
      title={t('title')}
      text={t('text', {
        reference: asked.earlier.reference,
        date: formatDate(new Date(asked.earlier.adopted_at), locale),
      })}
      no={t('no')}
      yes={t('yes')}
      onYes={() => close(true)}
      onClose={() => close(false)}
    />
  );
  return { ask, question };
}
