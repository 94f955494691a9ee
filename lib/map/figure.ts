/** A count of seats as the map writes it, grouped the Indian way (R-BIZ-02). */
export function figure(count: number): string {
  return count.toLocaleString('en-IN');
}
