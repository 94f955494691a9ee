'use client';

import { useMemo } from 'react';
import { useMessages } from 'use-intl';
import { namesOf, type Names } from '@/lib/catalogue/names';

/** Returns the names of course types and places in the page's language. */
export function useNames(): Names {
  const { names } = useMessages();
  return useMemo(() => namesOf(names), [names]);
}
