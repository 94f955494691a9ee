import { randomInt } from 'node:crypto';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { register, signIn, type TestAccount } from '../../testing/e2e/account';
import { signInAdmin, type TestAdmin } from '../../testing/e2e/admin';
import { adopt } from '../../testing/e2e/adoptions';
import type { SeededCourse } from '../../testing/e2e/catalogue';
import { LOCALE_COOKIE, LOCALES, type Locale } from '@/lib/i18n/locale';
import { BROWSER_ARGS, ensureBrowser } from '../lib/browser';
import { withSampleApp, type SampleApp } from '../lib/sample-app';
import { GREY_TILE, OFFLINE, TILE_ADDRESS } from '../lib/tiles';
import { adminScenes } from './admin';
import { dashboardScenes } from './dashboard';
import { publicScenes } from './public';
import { CATALOGUES } from '@/lib/i18n/catalogues';
import { type Scene, type SignedIn, type Stage, type Viewer } from './scene';

const SCENES: readonly Scene[] = [...publicScenes, ...dashboardScenes, ...adminScenes];

export const THEMES = ['light', 'dark'] as const;
export const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 375, height: 812 } } as const;

/** A combination of language, theme and size. */
export type View = Setting & { theme: (typeof THEMES)[number] };
/** Options of the browser context; the theme changes while the page is open. */
type Setting = { locale: Locale; size: keyof typeof SIZES };

/**
 * Opens every page of the product in its main states, in both languages and themes, on desktop and phone; the
 * administration in English. A page that does not reach its state is reported and skipped.
 * @param wanted parts of scene names; all scenes if empty
 * @param visit called with each page in its state
 * @returns the problems
 */
export async function visitPages(
  wanted: readonly string[],
  visit: (page: Page, scene: Scene, view: View) => Promise<void>,
): Promise<string[]> {
  await ensureBrowser();
  const problems: string[] = [];
  const scenes = SCENES.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
  await withSampleApp(async (app) => {
    const browser = await chromium.launch({
      executablePath: process.env.E2E_BROWSER,
      args: [...BROWSER_ARGS, OFFLINE],
    });
    try {
      const stage = await setStage(app);
      for (const scene of scenes)
        for (const setting of settingsOf(scene)) {
          const problem = await show(browser, app, stage, scene, setting, visit).catch((error: Error) => error);
          if (problem)
            problems.push(`${scene.name} ${Object.values(setting).join(' ')}: ${problem.message.split('\n')[0]}`);
        }
    } finally {
      await browser.close();
    }
  });
  return problems;
}

function settingsOf({ name, only }: Scene): Setting[] {
  const isEnglish = name.includes('admin');
  const sizes = (Object.keys(SIZES) as Setting['size'][]).filter((size) => !only || size === only);
  return LOCALES.filter((locale) => !isEnglish || locale === 'en').flatMap((locale) =>
    sizes.map((size) => ({ locale, size })),
  );
}

async function setStage({ sql, outbox, admin }: SampleApp): Promise<Stage> {
  const courses = await sql<(SeededCourse & { instituteId: string })[]>`
    (select c.id, c.city, c.course_type as "courseType", c.branch, i.name as institute, i.id as "instituteId", c.total_seats as "totalSeats",
            c.adopted_seats as "adoptedSeats", c.price_paise::int as "pricePaise", c.is_open as "isOpen"
       from courses c join institutes i on i.id = c.institute_id
      where c.city = 'Indore' and c.course_type in ('B.Tech', 'ITI') and c.total_seats - c.adopted_seats >= 15
      order by c.course_type, c.total_seats - c.adopted_seats desc)`;
  const [one] = courses.filter(({ courseType }) => courseType === 'B.Tech');
  const [two] = courses.filter(({ courseType }) => courseType === 'ITI');
  const [billing] = await sql<{ reference: string }[]>`select reference from billings where state = 'pledged' limit 1`;
  if (!one || !two || !billing) throw new Error('The sample catalogue lacks what the scenes need.');
  return { sql, outbox, admin, courses: [one, two], institute: one.instituteId, reference: billing.reference };
}

async function show(
  browser: Browser,
  app: SampleApp,
  stage: Stage,
  scene: Scene,
  setting: Setting,
  visit: (page: Page, scene: Scene, view: View) => Promise<void>,
): Promise<void> {
  const context = await openContext(browser, app.url, setting);
  try {
    const page = await context.newPage();
    const known = await become(page, scene.viewer ?? 'guest', stage);
    await scene.before?.(page, stage, known);
    await page.goto(typeof scene.path === 'string' ? scene.path : scene.path(stage), { waitUntil: 'networkidle' });
    await scene.reach?.(page, CATALOGUES[setting.locale], stage, known);
    await page.evaluate(() => document.fonts.ready);
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await visit(page, scene, { ...setting, theme });
    }
  } finally {
    await context.close();
    await giveBack(stage);
  }
}

/** Releases the seats that a scene took, so that the last scene finds as many as the first. */
async function giveBack({ sql, courses }: Stage): Promise<void> {
  await sql`update billings set state = 'expired' where state = 'held'`;
  for (const { id, adoptedSeats } of courses)
    await sql`update courses set adopted_seats = ${adoptedSeats}, held_seats = 0 where id = ${id}`;
}

async function openContext(browser: Browser, baseURL: string, { locale, size }: Setting): Promise<BrowserContext> {
  const isPhone = size === 'phone';
  const context = await browser.newContext({
    baseURL,
    viewport: SIZES[size],
    isMobile: isPhone,
    hasTouch: isPhone,
    reducedMotion: 'reduce',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Each comes from its own client address, so that limits by address do not affect other scenes.
    extraHTTPHeaders: { 'X-Forwarded-For': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` },
  });
  await context.addCookies([{ name: LOCALE_COOKIE, value: locale, url: baseURL }]);
  await context.route(TILE_ADDRESS, (route) => route.fulfill({ contentType: 'image/png', body: GREY_TILE }));
  return context;
}

/** Logs the page's browser in as a new viewer, with the adoptions that the scene needs. */
async function become(page: Page, viewer: Viewer, stage: Stage): Promise<SignedIn | null> {
  if (viewer === 'guest') return null;
  if (viewer === 'admin') {
    await signInAdmin(page, stage.admin as TestAdmin);
    return null;
  }
  const account: TestAccount = await register(page.request);
  const known: SignedIn = { account, session: await signIn(page, account) };
  if (viewer === 'sponsor') await adoptAll(stage, known);
  if (viewer === 'holder')
    await adopt(stage.sql, known.session, [[stage.courses[0], 1]], { state: 'held', minutesLeft: 14 });
  return known;
}

/** Creates one adoption in every state that the sponsor's list can show. */
async function adoptAll({ sql, courses: [one, two] }: Stage, { session }: SignedIn): Promise<void> {
  const states = [
    { state: 'completed', payments: [{ status: 'captured' }], daysAgo: 90 },
    { state: 'pledged', daysAgo: 40 },
    { state: 'expired', daysAgo: 12 },
    { state: 'refund_due', payments: [{ status: 'refund_due' }], daysAgo: 5 },
  ] as const;
  for (const adoption of states) await adopt(sql, session, [[two, 1]], adoption);
  await adopt(sql, session, [
    [one, 1],
    [two, 1],
  ]);
}
