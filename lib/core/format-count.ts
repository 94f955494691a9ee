/** Formats a count of seats or courses with Indian grouping, e.g. 125000 → '1,25,000'. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-IN');
}
