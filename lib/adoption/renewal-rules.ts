/** Seats of the next year that are reserved for the sponsor of continuing students; amounts in paise. */
export type Renewal = {
  id: string;
  /** An adoption of the sponsor that it continues. */
  billingId: string;
  /** Whether its time is not over, by the clock of the database. */
  isLive: boolean;
  until: Date;
  /** When it ended, or ends. */
  endedOn: Date;
  /** Names of the sessions of its seats. */
  sessions: string[];
  /** The year of study of its seats, and the years of their courses; null if they differ or are unknown. */
  studyYear: number | null;
  years: number | null;
  /** The seats that the sponsor supports now, those that could be reserved, and those that are renewed. */
  supported: number;
  reserved: number;
  renewed: number;
  /** Seats that can be renewed now, and their price. */
  left: number;
  leftPaise: number;
};

/** An adoption that another one continues, or that continues it. */
export type ContinuedAdoption = { id: string; reference: string; session: string };
