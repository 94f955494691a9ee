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

/** The most seats a classroom draws one by one; above that, one drawn seat stands for several. */
const MAX_GLYPHS = 60;
const SCALES = [1, 2, 5] as const;

/** A part of the classroom: the seats of one course type and how many chairs are drawn for them. */
export type ClassroomPart = { courseName: string; seats: number; glyphs: number };

/**
 * The classroom of a selection: its seats by course type, in the order in which the types first appear.
 * @returns `per`: how many seats one drawn chair stands for (1, 2, 5, 10, 20, 50 …), so that about 60 are drawn
 */
export function classroom(lines: readonly Pick<SummaryLine, 'courseName' | 'seats'>[]): {
  per: number;
  parts: ClassroomPart[];
} {
  const byType = new Map<string, number>();
  for (const { courseName, seats } of lines) byType.set(courseName, (byType.get(courseName) ?? 0) + seats);
  const total = seatCount(lines);
  let per = 1;
  for (let step = 0; total / per > MAX_GLYPHS; step += 1) per = SCALES[step % 3]! * 10 ** Math.floor(step / 3);
  const parts = [...byType].map(([courseName, seats]) => ({
    courseName,
    seats,
    glyphs: Math.max(1, Math.round(seats / per)),
  }));
  return { per, parts };
}

/** All seats of a selection. */
export function seatCount(lines: readonly { seats: number }[]): number {
  return lines.reduce((sum, { seats }) => sum + seats, 0);
}

/** The date of a moment as file names and documents write it: YYYY-MM-DD in UTC. */
export function isoDate(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
