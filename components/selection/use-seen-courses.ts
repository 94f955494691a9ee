'use client';

import { useState } from 'react';
import type { Course } from '@/lib/catalogue/schema';

/**
 * Returns all courses that the pages of a list have shown since it was opened, with the newest values of each: what was
 * ticked stays chosen on the next page, or when a filter hides it.
 * @param courses those of the current page; the same array until the page changes
 */
export function useSeenCourses(courses: readonly Course[]): readonly Course[] {
  const [seen, setSeen] = useState({ page: courses, all: courses });
  if (seen.page === courses) return seen.all;
  const all = new Map([...seen.all, ...courses].map((course) => [course.id, course]));
  const next = { page: courses, all: [...all.values()] };
  setSeen(next);
  return next.all;
}
