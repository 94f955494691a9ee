import type { CourseType } from '@/db/schema/enums';
import { toCourseType } from '@/lib/catalogue/schema';

/** The light palette of app/tokens.css for documents, where CSS variables are not available. */
export const INK = '#161c3b';
export const INK_2 = '#474d6b';
export const LINE = '#dcd8cd';
export const LINK = '#232f7a';
export const NEEL = '#151b46';
export const ON_NEEL = '#f7f3e8';
export const ON_NEEL_2 = '#bcc2e2';
export const MARIGOLD = '#f3a712';
export const CONTROL = '#7d8199';
export const ERROR = '#a3113f';

type CourseTypeColors = { text: string; seat: string; fill: string };

const COURSE_TYPE_COLORS: Record<CourseType, CourseTypeColors> = {
  'M.Tech': { text: '#846d00', seat: '#a68a00', fill: '#f5c518' },
  'B.Tech': { text: '#b71d2b', seat: '#b71d2b', fill: '#e5484d' },
  Diploma: { text: '#1c6e3c', seat: '#1c6e3c', fill: '#3da35d' },
  Polytechnic: { text: '#1563a8', seat: '#1563a8', fill: '#4a9be0' },
  ITI: { text: '#bb4a00', seat: '#e25b00', fill: '#f28322' },
};

/**
 * Returns the colours of a course type: `text`, `seat` for drawn seats, `fill` for its tag; ink for an unknown type.
 */
export function courseTypeColors(courseName: string): CourseTypeColors {
  const type = toCourseType(courseName);
  return type ? COURSE_TYPE_COLORS[type] : { text: INK, seat: INK, fill: INK };
}
