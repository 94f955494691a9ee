/** Returns the path of the public page of an institute. */
export function institutePath(id: string): string {
  return `/institute/${encodeURIComponent(id)}`;
}
