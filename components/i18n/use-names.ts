'use client';

import { useMemo } from 'react';
import { useMessages } from 'use-intl';
import { namesOf, type Names } from '@/lib/i18n/names';

/** What the page's language calls course types and places. */
export function useNames(): Names {
  const { names } = useMessages();
  return useMemo(() => namesOf(names), [names]);
}
