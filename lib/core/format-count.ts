/** A count of seats or courses, grouped the Indian way (R-BIZ-02), e.g. 125000 → '1,25,000'. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-IN');
}
