/** The roles of the site's team; their names are in the message `landing.team.credit`. */
export const TEAM = [
  { role: 'mentor', seats: 1 },
  { role: 'students', seats: 3 },
] as const;
