import { TYPE_DYE, type CourseType } from '@/lib/catalogue/schema';

/** The value of `data-type` for a map: the dye of its course type, or the neutral accent of all types together. */
export function mapDye(courseType: CourseType | null): string {
  return courseType ? TYPE_DYE[courseType] : 'all';
}
