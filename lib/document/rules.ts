/** The six fields of the sponsor form, printed as they were given. */
export type PrintedSponsor = {
  fullName: string;
  designation: string;
  email: string;
  phone: string;
  company: string;
  industry: string;
};

/** One printed line. `courseName` is the course type as it was recorded; `institute` is empty for a course without one; the price is paise per seat per year. */
export type SummaryLine = {
  courseName: string;
  branch: string;
  institute: string;
  city: string;
  seats: number;
  pricePaise: number;
};

/** What an adoption summary says. Without a reference it is a draft: nobody's contact was verified. */
export type Summary = { reference: string | null; date: Date; sponsor: PrintedSponsor; lines: SummaryLine[] };

/** The seats of one course type. */
export type TypeSeats = { courseName: string; seats: number };

/** The seats of a selection by course type, in the order in which the types first appear. */
export function seatsByType(lines: readonly TypeSeats[]): TypeSeats[] {
  const byType = new Map<string, number>();
  for (const { courseName, seats } of lines) byType.set(courseName, (byType.get(courseName) ?? 0) + seats);
  return [...byType].map(([courseName, seats]) => ({ courseName, seats }));
}

/** All seats of a selection. */
export function seatCount(lines: readonly { seats: number }[]): number {
  return lines.reduce((sum, { seats }) => sum + seats, 0);
}

/** The date of a moment as file names and documents write it: YYYY-MM-DD in UTC. */
export function isoDate(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
