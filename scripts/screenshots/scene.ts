import type { Page } from '@playwright/test';
import type { Sql } from 'postgres';
import type { Session, TestAccount } from '../../testing/e2e/account';
import type { TestAdmin } from '../../testing/e2e/admin';
import type { SeededCourse } from '../../testing/e2e/catalogue';
import type { Outbox } from '../../testing/e2e/outbox';
import en from '@/lib/i18n/en';
import hi from '@/lib/i18n/hi';
import type { Locale } from '@/lib/i18n/locale';

/** Who looks at a page: nobody known, a sponsor who has just registered, one with adoptions, one who holds seats, or an administrator. */
export type Viewer = 'guest' | 'newcomer' | 'sponsor' | 'holder' | 'admin';
export type SignedIn = { account: TestAccount; session: Session };

/** What scenes need to reach their state. */
export type Stage = {
  sql: Sql;
  outbox: Outbox;
  admin: Pick<TestAdmin, 'username' | 'password'>;
  /** Open courses of the sample: B.Tech and ITI of Indore with seats left. */
  courses: readonly [SeededCourse, SeededCourse, ...SeededCourse[]];
  /** The reference of an adoption that was really made. */
  reference: string;
};

/** A page of the product in one state. */
export type Scene = {
  /** Sorts, and names the pictures. */
  name: string;
  viewer?: Viewer;
  path: string | ((stage: Stage) => string);
  /** Makes ready what the page will find, before it is opened. */
  before?: (page: Page, stage: Stage, known: SignedIn | null) => Promise<void>;
  /** Brings the opened page to its state. `words` are the texts of the page's language. */
  reach?: (page: Page, words: Words, stage: Stage, known: SignedIn | null) => Promise<void>;
  /** The state exists only at this width. */
  only?: 'phone' | 'desktop';
};

/** The texts of a language; what visitors never read is English. */
export const wordsOf = (locale: Locale) => (locale === 'hi' ? { ...en, ...hi } : en) as typeof en;
export type Words = typeof en;
