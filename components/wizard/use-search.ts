'use client';

import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { Course } from '@/lib/catalogue/schema';

/** Only when it is used: the table of places is larger than the page's own code. */
const load = () => import('@/lib/search/terms');
type Terms = Awaited<ReturnType<typeof load>>;

/**
 * A search among the courses of a step, in English and Hindi; the list may lag behind typing. The words and places that
 * it knows are loaded when it is first used (`prepare`); until then all courses are found.
 */
export function useSearch(courses: readonly Course[]) {
  const [query, setQuery] = useState('');
  const [terms, setTerms] = useState<Terms | null>(null);
  const deferredQuery = useDeferredValue(query);
  const prepare = useCallback(() => {
    // A failed load is tried again with the next letter.
    load().then(setTerms, () => undefined);
  }, []);
  const found = useMemo(() => {
    if (!terms || deferredQuery.trim() === '') return courses;
    const { terms: typed, near } = terms.parseQuery(deferredQuery);
    // The list has no distances: 'near Ujjain' finds Ujjain.
    const parsed = { terms: [...typed, ...near.map((word) => ({ word, whole: false }))], near: [] };
    return courses.filter((course) => terms.matches(parsed, terms.searchText(course)));
  }, [courses, deferredQuery, terms]);
  const search = useCallback(
    (text: string) => {
      prepare();
      setQuery(text);
    },
    [prepare],
  );
  return { query, setQuery: search, prepare, found };
}
