import type { Page } from '@playwright/test';
import type { Locale } from '@/lib/platform/i18n/locale';
import { register, signIn } from '../account';
import { insertOffice, signInAdmin, signInOffice, type TestAdmin } from '../admin';
import { adopt } from '../adoptions';
import { shown } from '../shape';
import { textsOf } from '../translations';
import { adminScenes } from './admin';
import { dashboardScenes } from './dashboard';
import { fillRegister, officeScenes } from './office';
import { publicScenes } from './public';
import type { Scene, SignedIn, Stage, Viewer } from './scene';

export type { Scene, Stage } from './scene';

/** Every page of the product in its main states: the list of the accessibility journeys, of screenshots and of axe. */
export const SCENES: readonly Scene[] = [...publicScenes, ...dashboardScenes, ...adminScenes, ...officeScenes];

/** Administrators' pages exist in English only. */
export const isEnglish = ({ name }: Scene): boolean => name.includes('admin');

/** Opens a page in its state, in a browser that knows nothing of earlier scenes and whose language is `locale`. */
export async function openScene(page: Page, scene: Scene, stage: Stage, locale: Locale): Promise<void> {
  const known = await become(page, scene.viewer ?? 'guest', stage);
  await scene.before?.(page, stage, known);
  await page.goto(typeof scene.path === 'string' ? scene.path : scene.path(stage));
  await shown(page);
  if (!scene.reach) return;
  await scene.reach(page, textsOf(isEnglish(scene) ? 'en' : locale), stage, known);
  await shown(page);
}

/** Logs the page's browser in as a new viewer, with the adoptions that the scene needs. */
async function become(page: Page, viewer: Viewer, stage: Stage): Promise<SignedIn | null> {
  if (viewer === 'guest') return null;
  if (viewer === 'admin') {
    await signInAdmin(page, stage.admin as TestAdmin);
    return null;
  }
  if (viewer === 'office') {
    const office = await insertOffice(stage.sql, { instituteId: stage.institute });
    await stage.sql`update office_institutes set created_at = now() - interval '400 days' where admin_id = ${office.id}`;
    await fillRegister(stage);
    await signInOffice(page, office);
    return null;
  }
  const account = await register(page.request);
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
