/** A course as a message to administrators names it. */
export const courseTitle = (course: {
  courseType: string;
  branch: string;
  institute: string | null;
  city: string;
}): string => [course.courseType, course.branch, course.institute, course.city].filter(Boolean).join(', ');
