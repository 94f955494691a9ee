/** When reminders are sent, in days. `pledge` and `yearEnd` are only what the settings of the site begin with. */
export const REMINDER_DAYS = {
  /** Before the end of the term of a pledge. */
  pledge: [7, 1],
  /** Before the end of a renewal, to its sponsor; without a setting it lasts 15 days longer than the first. */
  renewal: [30, 7],
  /** Before the day of a report, to the office of the institute. */
  report: 14,
  /** Between two reminders of the end of the financial year. */
  yearEnd: 14,
} as const;
