/** Who built the site, by role; who that is stands in the texts (`landing.team.credit`). None are invented. */
export const TEAM = [
  { role: 'mentor', seats: 1 },
  { role: 'students', seats: 3 },
] as const;
