'use client';

import { useDeferredValue, useMemo, useState } from 'react';
import { placeKey } from '@/lib/catalogue/rules';
import type { Course } from '@/lib/catalogue/schema';

/** The courses whose branch, institute or city hold every word of what is searched for; typing stays ahead of the list. */
export function useSearch(courses: readonly Course[]) {
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query);
  const found = useMemo(() => {
    const words = placeKey(wanted).split(' ').filter(Boolean);
    if (words.length === 0) return courses;
    return courses.filter(({ branch, institute_name, city }) => {
      const text = placeKey(`${branch} ${institute_name} ${city}`);
      return words.every((word) => text.includes(word));
    });
  }, [courses, wanted]);
  return { query, setQuery, found };
}
