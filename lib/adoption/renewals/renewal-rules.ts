import type { OfferNames } from '@/lib/catalogue/names';

/** A line of an adoption that continues; the names are those of the adoption, `courseId` is the course of the next year. */
export type RenewalLine = Omit<OfferNames, 'session'> & {
  billingId: string;
  reference: string;
  /** What is still to be paid of that adoption, in paise. */
  outstandingPaise: number;
  fromCourseId: string;
  courseId: string;
  /** Seats that the line supports, seats that are reserved to renew it, and those of them that can be renewed now. */
  supported: number;
  reserved: number;
  left: number;
  /** Price of a seat when it is renewed. */
  pricePaise: number;
};

/**
 * Seats of the next year that are reserved for the sponsor of continuing students: those of the adoptions that were asked
 * for, as far as several share them. Amounts in paise.
 */
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
  /** Seats that the sponsor gave back. */
  givenBack: number;
  lines: RenewalLine[];
};

/** An adoption that another one continues, or that continues it; `at`: when its seats were adopted. */
export type ContinuedAdoption = { id: string; reference: string; session: string; at: Date };
