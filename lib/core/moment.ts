/** Moments are told in the time of India, the only one the product knows (A-72 keeps UTC for file names). */
const ZONE = { timeZone: 'Asia/Kolkata' } as const;
const day = new Intl.DateTimeFormat('en-IN', { ...ZONE, dateStyle: 'long' });
const minute = new Intl.DateTimeFormat('en-IN', { ...ZONE, dateStyle: 'long', timeStyle: 'short' });

/** A day, e.g. '21 November 2026'. */
export function dayInIndia(moment: Date): string {
  return day.format(moment);
}

/** A moment with its zone, e.g. '21 November 2026 at 2:30 pm IST'. */
export function momentInIndia(moment: Date): string {
  return `${minute.format(moment)} IST`;
}
