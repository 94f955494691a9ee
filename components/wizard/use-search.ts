'use client';

import { useDeferredValue, useMemo, useState } from 'react';
import { findCourses } from '@/lib/catalogue/rules';
import type { Course } from '@/lib/catalogue/schema';

/** A search among the courses of a step; the list may lag behind typing. */
export function useSearch(courses: readonly Course[]) {
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query);
  const found = useMemo(() => findCourses(courses, wanted), [courses, wanted]);
  return { query, setQuery, found };
}
