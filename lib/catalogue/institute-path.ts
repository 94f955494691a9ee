/** Returns the path of the public page of an institute. */
export function institutePath(id: string): string {
  return `/institute/${encodeURIComponent(id)}`;
}

/** Returns the path of the page of an institute for administrators. */
export const adminInstitutePath = (id: string): string => `/admin/offices/${encodeURIComponent(id)}`;
