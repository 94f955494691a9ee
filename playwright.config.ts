import { defineConfig } from '@playwright/test';
import { BROWSER_ARGS, findBrowser } from './scripts/lib/browser';
import { OFFLINE } from './scripts/lib/tiles';

export default defineConfig({
  testDir: './e2e',
  globalSetup: './testing/e2e/global-setup.ts',
  outputDir: './test-results',
  fullyParallel: true,
  // One more than cores of a small machine: some tests wait for the end of a time limit.
  workers: 3,
  retries: 0,
  // Limits of a hang, not of a speed: a busy machine takes several times as long as an idle one.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: !!process.env.CI,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    // Shorter than the limit of a test, so that a failure still shows the page.
    actionTimeout: 120_000,
    launchOptions: { executablePath: findBrowser(), args: [...BROWSER_ARGS, OFFLINE] },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // No waiting for animations.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
  projects: [
    // The tests of layout, touch and the main journeys run on a phone as well, or only there.
    { name: 'desktop', grepInvert: /@phone-only/, use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      grep: /@phone/,
      use: { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true },
    },
  ],
});
