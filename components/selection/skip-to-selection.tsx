'use client';

import type { MouseEvent } from 'react';
import { useTranslations } from 'use-intl';
import { skipLink } from '@/components/platform/ui/skip-link';

/** Marks the summary of a selection and its buttons: beside the list, or docked below it. */
export const SELECTION = { 'data-selection': true, tabIndex: -1 } as const;

/** The tab stop before a long list that leads to the summary of what is chosen and its buttons. */
export function SkipToSelection() {
  const t = useTranslations('list.summary');
  const onClick = (event: MouseEvent) => {
    event.preventDefault();
    [...document.querySelectorAll<HTMLElement>('[data-selection]')].find((part) => part.checkVisibility())?.focus();
  };
  return (
    <a href="#content" className={skipLink} onClick={onClick}>
      {t('skip')}
    </a>
  );
}
