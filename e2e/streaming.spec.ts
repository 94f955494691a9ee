import { register, signIn } from '../testing/e2e/account';
import { expect, test } from '../testing/e2e';

test('tests wait for streamed parts, whose text is in the page twice until they are in place', async ({ page }) => {
  await signIn(page, await register(page.request));
  // React moves streamed parts into place in an animation frame, which is late on a busy machine.
  await page.addInitScript(() => {
    const frame = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) => window.setTimeout(() => frame(callback), 1500);
  });
  await page.goto('/dashboard');
  expect(await page.getByText('Total students booked').count()).toBe(2);
  await expect(page.getByText('Total students booked')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Total students booked')).toBeVisible();
});
