import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { programPath, run } from './programs';

/**
 * Disables background network requests, allows running as root in a container, and draws text as phones do: with
 * hinting a headless browser rounds the width of every letter, and spaces after commas disappear.
 */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
];

const INSTALL_MINUTES = 2;

/**
 * Browsers on this machine, best first. A headless shell draws no windows: a context takes 0.2 s of processor time with
 * it, 0.7 s with a whole Chromium.
 */
function candidates(): string[] {
  const configured = process.env.E2E_BROWSER;
  const bundled = chromium.executablePath();
  const ownShell = bundled
    .replace(/chromium-(\d+)/, 'chromium_headless_shell-$1')
    .replace(/chrome-(\w+)\/chrome$/, 'chrome-headless-shell-$1/chrome-headless-shell');
  const installed = [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
  ].map((name) => `/usr/bin/${name}`);
  return [...(configured ? [configured] : []), ownShell, bundled, ...installed].filter((path) => existsSync(path));
}

/**
 * Returns the browser for end-to-end tests: Playwright's, or one installed on this machine; undefined if there is none.
 */
export function findBrowser(): string | undefined {
  return candidates()[0];
}

const isShell = (path: string) => path === process.env.E2E_BROWSER || /headless[-_]shell/.test(path);

/**
 * Ensures that a browser starts and sets E2E_BROWSER for the end-to-end tests. Installs a headless shell where only a
 * whole browser is, and a whole one where no shell can be had. Throws if none can be installed.
 */
export async function ensureBrowser(): Promise<void> {
  const playwright = (...options: string[]) =>
    run(process.execPath, [programPath('@playwright/test', 'cli.js'), 'install', ...options], INSTALL_MINUTES * 60_000);
  const debian = async (name: string) => {
    await run('apt-get', ['update'], INSTALL_MINUTES * 60_000);
    await run('apt-get', ['install', '-y', name], INSTALL_MINUTES * 60_000);
  };
  const ways = [
    { install: async () => undefined, accepts: isShell },
    { install: () => playwright('--only-shell', 'chromium'), accepts: isShell },
    { install: () => debian('chromium-headless-shell'), accepts: () => true },
    { install: () => playwright('--with-deps', 'chromium'), accepts: () => true },
    { install: () => debian('chromium'), accepts: () => true },
  ];
  for (const { install, accepts } of ways) {
    const problem = await install().catch((error: Error) => error);
    if (problem) console.log(problem.message);
    for (const path of candidates().filter(accepts)) {
      if (!(await starts(path))) continue;
      process.env.E2E_BROWSER = path;
      return;
    }
  }
  throw new Error(
    'There is no browser for the journeys. Install one with: npx playwright install --with-deps chromium',
  );
}

async function starts(executablePath: string): Promise<boolean> {
  try {
    const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS });
    await browser.close();
    return true;
  } catch {
    console.log(`${executablePath} does not start here.`);
    return false;
  }
}
