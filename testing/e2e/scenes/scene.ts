import type { Page } from '@playwright/test';
import type { Sql } from 'postgres';
import type { Session, TestAccount } from '../account';
import type { TestAdmin } from '../admin';
import type { SeededCourse } from '../catalogue';
import type { Outbox } from '../outbox';
import type { textsOf } from '../translations';

/**
 * The viewer of a page: anonymous, a sponsor who has just registered, one with adoptions, one who holds seats, an
 * administrator, or the office of the first course's institute, with students.
 */
export type Viewer = 'guest' | 'newcomer' | 'sponsor' | 'holder' | 'admin' | 'office';
export type SignedIn = { account: TestAccount; session: Session };

/** Data that scenes need to reach their state. */
export type Stage = {
  sql: Sql;
  outbox: Outbox;
  admin: Pick<TestAdmin, 'username' | 'password'>;
  /** Open courses with at least 15 seats left, of two types. */
  courses: readonly [SeededCourse, SeededCourse];
  /** The id of the institute of the first course. */
  institute: string;
  /** The reference of a pledge. */
  reference: string;
};

/** A page of the product in one state. */
export type Scene = {
  /** Used for sorting and as file name. */
  name: string;
  viewer?: Viewer;
  path: string | ((stage: Stage) => string);
  /** Prepares the data of the page before it is opened. */
  before?: (page: Page, stage: Stage, known: SignedIn | null) => Promise<void>;
  /** Brings the open page to its state. `words` are the texts of the page's language. */
  reach?: (page: Page, words: Words, stage: Stage, known: SignedIn | null) => Promise<void>;
  /** The state exists only at this width. */
  only?: 'phone' | 'desktop';
};

export type Words = ReturnType<typeof textsOf>;
