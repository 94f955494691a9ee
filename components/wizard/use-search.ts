'use client';

import { useDeferredValue, useMemo, useState } from 'react';
import { findCourses } from '@/lib/catalogue/rules';
import type { Course } from '@/lib/catalogue/schema';

/** A search among the courses of a step; the list may lag behind typing. */
export function useSearch(courses: readonly Course[]) {
  const [query, setQuery] = useState('');
  const deferredQuery = useDeferredValue(query);
  const found = useMemo(() => findCourses(courses, deferredQuery), [courses, deferredQuery]);
  return { query, setQuery, found };
}
