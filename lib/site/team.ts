/** Who built the site, by role. Put names here if the team wants to be named; none are invented. */
export const TEAM: readonly { role: 'mentor' | 'students'; credit: string; seats: number }[] = [
  { role: 'mentor', credit: 'Department of Computer Science', seats: 1 },
  { role: 'students', credit: 'B.Tech, final year', seats: 3 },
];
