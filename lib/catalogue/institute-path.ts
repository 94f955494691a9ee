/** Returns the path of the public page of an institute. */
export function institutePath(id: string): string {
  return `/institute/${encodeURIComponent(id)}`;
}

/** Returns the path of the institute's part in the course list of its city. @param base the path of the lists */
export function instituteListPath(base: string, id: string, city: string): string {
  const institute = encodeURIComponent(id);
  return `${base}/${encodeURIComponent(city)}?institute=${institute}#institute-${institute}`;
}
