import { expect, test } from 'vitest';
import { areaOf } from './areas';

test.each([
  ['/dashboard/new-course-selection', 'selection'],
  ['/dashboard/new-course-selection/B.Tech', 'selection'],
  ['/dashboard/course-selection', 'selection'],
  ['/dashboard/payment', 'selection'],
  ['/dashboard/city/Indore', 'region'],
  ['/dashboard/institute/3f8f4d2c-0f3c-4b63-9d5a-0a9d0f7f6a11', 'region'],
  ['/dashboard/city/Indore/B.Tech', 'region'],
  ['/dashboard/map', 'region'],
  ['/dashboard/plan', 'plan'],
  ['/dashboard/profile', 'profile'],
  ['/dashboard', 'dashboard'],
  ['/dashboard/adoptions', 'adoptions'],
  ['/dashboard/adoptions/3f8f4d2c-0f3c-4b63-9d5a-0a9d0f7f6a11', 'adoptions'],
  ['/dashboard/profiles', 'dashboard'],
])('R-SHELL-08 the area of %s is %s (A-64)', (pathname, area) => {
  expect(areaOf(pathname)).toBe(area);
});
