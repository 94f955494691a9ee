import { randomInt } from 'node:crypto';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import type { SeededCourse } from '../e2e/catalogue';
import { isEnglish, openScene, SCENES, type Scene, type Stage } from '../e2e/scenes';
import { DEVANAGARI_COOKIE } from '@/lib/platform/i18n/devanagari-cookie';
import { LOCALE_COOKIE, LOCALES, type Locale } from '@/lib/platform/i18n/locale';
import { BROWSER_ARGS, ensureBrowser } from '../../scripts/lib/browser';
import { withSampleApp, type SampleApp } from '../../scripts/lib/sample-app';
import { GREY_TILE, OFFLINE, TILE_ADDRESS } from '../../scripts/lib/tiles';

const THEMES = ['light', 'dark'] as const;
const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 375, height: 812 } } as const;

/** A combination of language, theme and size. */
type View = Setting & { theme: (typeof THEMES)[number] };
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

function settingsOf(scene: Scene): Setting[] {
  const { only } = scene;
  const sizes = (Object.keys(SIZES) as Setting['size'][]).filter((size) => !only || size === only);
  return LOCALES.filter((locale) => !isEnglish(scene) || locale === 'en').flatMap((locale) =>
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
    await openScene(page, scene, stage, setting.locale);
    // Pictures and tiles.
    await page.waitForLoadState('networkidle');
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
  await context.addCookies([
    { name: LOCALE_COOKIE, value: locale, url: baseURL },
    // As on a second page: on the first one Hindi has the font of the device, which may lack one.
    { name: DEVANAGARI_COOKIE, value: '1', url: baseURL },
  ]);
  await context.route(TILE_ADDRESS, (route) => route.fulfill({ contentType: 'image/png', body: GREY_TILE }));
  return context;
}
