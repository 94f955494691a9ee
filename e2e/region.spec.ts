import { CITIES, expect, serveTiles, test, type Locator, type Page } from '../testing/e2e';
import { district, map, mapShown, openMap } from '../testing/e2e/map';
import { cutOff, doubleText } from '../testing/e2e/shape';

type Course = { course_name: string; total_seats: number; left_seats: number };

const BOUNDARIES = '**/geo/*.geojson';

const label = (page: Page, city: string) => map(page).locator(`[data-label="${city}"]`);
const card = (page: Page) => page.getByRole('tooltip');

/** Returns the seats of a city, summed from the public course list instead of by the page's own code. */
async function seatsOf(page: Page, city: string, courseType?: string) {
  const response = await page.request.get('/api/courses', { params: { city, ...(courseType ? { courseType } : {}) } });
  const courses = (await response.json()) as Course[];
  const total = courses.reduce((sum, course) => sum + course.total_seats, 0);
  const left = courses.reduce((sum, course) => sum + course.left_seats, 0);
  return { total, left, adopted: total - left };
}

/**
 * Returns one of the given shapes that pointer and finger can hit, and the position: labels, buttons and other shapes
 * are as far away as possible, because browsers move a tap to elements near the fingertip.
 */
async function pointIn(shapes: Locator): Promise<{ x: number; y: number; name: string }> {
  const found = await shapes.evaluateAll((elements) => {
    elements[0]?.closest('[role="group"]')?.scrollIntoView({ block: 'center' });
    for (const reach of [12, 6, 0]) {
      const around = [-reach, 0, reach].flatMap((dx) => [-reach, 0, reach].map((dy) => [dx, dy] as const));
      for (const element of elements) {
        const box = element.getBoundingClientRect();
        for (let i = 1; i < 400; i++) {
          const [x, y] = [box.left + (box.width * (i % 20)) / 20, box.top + (box.height * Math.floor(i / 20)) / 20];
          if (around.every(([dx, dy]) => document.elementFromPoint(x + dx, y + dy) === element)) {
            return { x, y, name: element.getAttribute('data-district')! };
          }
        }
      }
    }
    return null;
  });
  if (!found) throw new Error('No shape can be met anywhere');
  return found;
}

const figure = (count: number) => count.toLocaleString('en-IN');

/** Returns the hue of the most intense shade on the map, in degrees. */
const hueOf = (page: Page) =>
  map(page)
    .locator('path[data-shade="4"], path[data-shade="3"]')
    .first()
    .evaluate((element) => {
      const [r, g, b] = getComputedStyle(element)
        .fill.match(/[\d.]+/g)!
        .map(Number) as [number, number, number];
      const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
      const span = most - least;
      return 60 * (most === r ? (g - b) / span : most === g ? 2 + (b - r) / span : 4 + (r - g) / span);
    });

test('R-REG-01 R-REG-02 R-REG-03 R-REG-19 R-REG-21 R-HOME-01 one shape per district of the local file over tiles of OpenStreetMap; cities on offer are highlighted and named, others are not', async ({
  page,
}) => {
  const asked = await serveTiles(page);
  const file = page.waitForResponse(/\/geo\/mp-districts\.geojson$/);
  await openMap(page, '/select-region/B.Tech');
  const boundaries = (await (await file).json()) as { type: string; features: unknown[] };
  expect(boundaries.type).toBe('FeatureCollection');
  await expect(map(page).locator('path[data-district]')).toHaveCount(boundaries.features.length);
  for (const city of ['Indore', 'Bhopal', 'Gwalior']) {
    expect((await seatsOf(page, city, 'B.Tech')).total).toBeGreaterThan(0);
    await expect(district(page, city)).toHaveAttribute('data-shade', /[1-4]/);
    await expect(label(page, city)).toBeVisible();
    await expect(label(page, city)).toContainText(city);
  }
  const plain = map(page).locator('path[data-district]:not([data-shade])').first();
  const name = (await plain.getAttribute('data-district'))!;
  expect((await seatsOf(page, name, 'B.Tech')).total).toBe(0);
  await expect(label(page, name)).toHaveCount(0);
  const fills = await Promise.all(
    [plain, district(page, 'Indore')].map((shape) => shape.evaluate((element) => getComputedStyle(element).fill)),
  );
  expect(fills[0]).not.toBe(fills[1]);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  expect(new Set(asked.map((address) => new URL(address).host))).toEqual(new Set(['tile.openstreetmap.org']));
  await expect(page.getByRole('link', { name: 'OpenStreetMap contributors' })).toBeVisible();
  await expect(page.getByText('District boundaries are approximate.')).toBeVisible();
  await openMap(page, '/home');
  await expect(map(page).locator('path[data-district]')).toHaveCount(boundaries.features.length);
  await expect(page.locator('main section, header, footer, main a[href^="/select-region"]')).toHaveCount(0);
});

test('R-REG-02 R-REG-03 R-REG-22 each course type has its colour and names every city on offer at the first zoom; a city without seats left is hatched and still a link', async ({
  page,
}) => {
  for (const [path, from, to] of [
    ['', 0, 360],
    ['/M.Tech', 35, 65],
    ['/B.Tech', -20, 12],
    ['/Diploma', 120, 165],
    ['/Polytechnic', 200, 225],
    ['/ITI', 15, 34],
  ] as const) {
    await openMap(page, `/select-region${path}`);
    const offered = await map(page).locator('path[data-shade]').count();
    expect(offered).toBeGreaterThan(0);
    await expect(map(page).locator('[data-label]:visible')).toHaveCount(offered);
    if (!path) continue;
    const hue = await hueOf(page);
    expect(hue, path).toBeGreaterThan(from);
    expect(hue, path).toBeLessThan(to);
  }
  await expect(district(page, 'Sagar')).toHaveAttribute('data-shade', '0');
  expect(await district(page, 'Sagar').evaluate((element) => getComputedStyle(element).fill)).toContain(
    'district-full',
  );
  await label(page, 'Sagar').click();
  await expect(page).toHaveURL('/course-list/Sagar/ITI');
});

test(
  'R-REG-03 at every zoom no label touches another, the buttons or the edge of the map',
  { tag: '@phone' },
  async ({ page, isMobile }) => {
    // Six cities as close to each other as towns are.
    await page.route(BOUNDARIES, async (route) => {
      const response = await route.fetch();
      const file = (await response.json()) as { features: { properties: Record<string, unknown> }[] };
      for (const { properties } of file.features) {
        const at = CITIES.indexOf(String(properties.district));
        if (at >= 0) Object.assign(properties, { lat: 23.3 + 0.05 * at, lon: 77.4 + 0.05 * (at % 2) });
      }
      await route.fulfill({ response, json: file });
    });
    await openMap(page, '/select-region', { pinched: true });
    const touching = () =>
      map(page).evaluate((stage) => {
        const boxOf = (element: Element) => ({ name: element.textContent, box: element.getBoundingClientRect() });
        const chips = [...stage.querySelectorAll('[data-label]')]
          .filter((chip) => getComputedStyle(chip).visibility === 'visible')
          .map(boxOf);
        const edge = stage.getBoundingClientRect();
        const inView = chips.filter(
          ({ box }) => box.right > edge.left && box.left < edge.right && box.bottom > edge.top && box.top < edge.bottom,
        );
        const buttons = [...document.querySelectorAll('[data-map-control]')].map(boxOf);
        const cut = inView.filter(
          ({ box }) =>
            box.left < edge.left - 1 ||
            box.right > edge.right + 1 ||
            box.top < edge.top - 1 ||
            box.bottom > edge.bottom + 1,
        );
        const met = inView.flatMap((a, i) =>
          [...inView.slice(i + 1), ...buttons].filter(
            (b) =>
              a.box.left < b.box.right - 1 &&
              b.box.left < a.box.right - 1 &&
              a.box.top < b.box.bottom - 1 &&
              b.box.top < a.box.bottom - 1,
          ),
        );
        return { seen: inView.length, cut: cut.map(({ name }) => name), met: met.map(({ name }) => name) };
      });
    // A phone has no room for all of them: the smaller cities are dots.
    const least = isMobile ? CITIES.length / 2 : CITIES.length;
    for (let zooms = 0; zooms < 3; zooms++) {
      await expect
        .poll(async () => {
          const { seen, ...faults } = await touching();
          return { enough: seen >= least, ...faults };
        })
        .toEqual({ enough: true, cut: [], met: [] });
      await page.getByRole('button', { name: 'Zoom in' }).click();
    }
  },
);

test('R-REG-10 R-REG-11 zooming stops at 6.5 and at 9, and dragging cannot leave the box', async ({ page }) => {
  await openMap(page, '/select-region/B.Tech');
  const zoomTo = async (name: string) => {
    const button = page.getByRole('button', { name });
    await expect(async () => {
      if ((await button.getAttribute('aria-disabled')) !== 'true') await button.click();
      await expect(button).toHaveAttribute('aria-disabled', 'true', { timeout: 200 });
    }).toPass();
    await button.click({ force: true });
    return district(page, 'Indore').evaluate((element) => (element as SVGGraphicsElement).getBBox().width);
  };
  const [largest, smallest] = [await zoomTo('Zoom in'), await zoomTo('Zoom out')];
  expect(largest / smallest).toBeCloseTo(2 ** (9 - 6.5), 0);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  const stage = (await map(page).boundingBox())!;
  for (let i = 0; i < 4; i++) {
    await page.mouse.move(stage.x + stage.width - 50, stage.y + stage.height / 2);
    await page.mouse.down();
    await page.mouse.move(stage.x + 50, stage.y + stage.height / 2, { steps: 8 });
    await page.mouse.up();
  }
  // Singrauli ends a few pixels beyond the eastern edge of the box, 82.8.
  const easternmost = (await district(page, 'Singrauli').boundingBox())!;
  expect(Math.abs(easternmost.x + easternmost.width - (stage.x + stage.width))).toBeLessThan(8);
});

test('R-REG-13 R-REG-14 without boundaries the map, and without courses the list, shows an error and a retry', async ({
  page,
}) => {
  await page.route(BOUNDARIES, (route) => route.abort());
  await page.route('**/api/courses?*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/select-region/B.Tech');
  const failure = page.getByText('Failed to load map data. Please try again later.', { exact: true });
  await expect(failure).toBeVisible();
  await page.getByRole('button', { name: 'List View', exact: true }).last().click();
  await page.getByRole('button', { name: 'Courses in Indore' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to fetch courses' })).toBeVisible();
  await page.unroute('**/api/courses?*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Civil Engineering').first()).toBeVisible();
  await page.getByRole('button', { name: 'Back to Map' }).click();
  await expect(failure).toBeVisible();
  await page.unroute(BOUNDARIES);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await mapShown(page);
});

test('security 46: names of places are text, never markup', async ({ page, seed }) => {
  const city = `<img src=x onerror="document.title='pwned'"> ${seed.city}`;
  await seed.course({ city });
  const square = [
    [77, 23],
    [78, 23],
    [78, 24],
    [77, 24],
    [77, 23],
  ];
  await page.route(BOUNDARIES, (route) =>
    route.fulfill({
      json: {
        type: 'FeatureCollection',
        features: [
          { type: 'Feature', properties: { district: city }, geometry: { type: 'Polygon', coordinates: [square] } },
        ],
      },
    }),
  );
  await openMap(page, '/select-region/B.Tech');
  const shape = map(page).locator('path[data-district]');
  await expect(shape).toHaveAttribute('data-shade', /\d/);
  await shape.focus();
  await expect(map(page).locator('[data-label]')).toContainText('<img src=x');
  await expect(map(page).locator('img[src="x"]')).toHaveCount(0);
  await page.getByRole('button', { name: 'List View', exact: true }).first().click();
  await expect(page.getByRole('link', { name: city })).toBeVisible();
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
  await expect(page).not.toHaveTitle('pwned');
});

test('R-REG-04 R-REG-05 R-REG-06 R-REG-07 R-REG-08 R-REG-16 R-HOME-01 pointing at a city shows its card for the course type of the page, and its name leads to its courses', async ({
  page,
}) => {
  for (const [path, courseType, title] of [
    ['/select-region/B.Tech', 'B.Tech', 'B.Tech'],
    ['/select-region', undefined, 'All Courses'],
    ['/home', undefined, 'All Courses'],
  ] as const) {
    await openMap(page, path);
    const { total, adopted } = await seatsOf(page, 'Indore', courseType);
    const { x, y } = await pointIn(district(page, 'Indore'));
    await page.mouse.move(x, y);
    await expect(card(page)).toContainText('Indore');
    await expect(card(page)).toContainText(title);
    await expect(card(page)).toContainText(`Total Seats${figure(total)}`);
    await expect(card(page)).toContainText(`Adopted Seats${figure(adopted)}`);
    await page.mouse.move(5, 5);
    await expect(card(page)).toHaveCount(0);
    await label(page, 'Indore').click();
    await expect(page).toHaveURL(courseType ? `/course-list/Indore/${courseType}` : '/course-list/Indore');
  }
});

test(
  'R-REG-08 R-REG-09 a click or tap on a district opens its courses, or says that it has none',
  { tag: '@phone' },
  async ({ page, isMobile }) => {
    await openMap(page, '/select-region/B.Tech');
    const press = ({ x, y }: { x: number; y: number }) =>
      isMobile ? page.touchscreen.tap(x, y) : page.mouse.click(x, y);
    await press(await pointIn(district(page, 'Indore')));
    await expect(page).toHaveURL('/course-list/Indore/B.Tech');
    await page.goBack();
    await mapShown(page);
    const empty = await pointIn(map(page).locator('path[data-district]:not([data-shade])'));
    await press(empty);
    await expect(page.getByText(`No courses available in ${empty.name}`)).toBeVisible();
    await expect(page).toHaveURL('/select-region/B.Tech');
  },
);

test('R-REG-08 by keyboard: one tab stop, arrow keys move between cities, Enter opens', async ({ page }) => {
  await openMap(page, '/select-region/B.Tech');
  await page.getByRole('button', { name: 'Zoom out' }).focus();
  await page.keyboard.press('Tab');
  const focused = map(page).locator('path:focus');
  await expect(focused).toHaveAttribute('role', 'link');
  for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowUp');
  await expect(focused).toHaveAttribute('data-district', 'Gwalior');
  const { total, adopted, left } = await seatsOf(page, 'Gwalior', 'B.Tech');
  await expect(focused).toHaveAccessibleName(`Gwalior, ${figure(left)} of ${figure(total)} seats left`);
  await expect(focused).toHaveAccessibleDescription(new RegExp(`Adopted Seats ?${figure(adopted)}`));
  await expect(card(page)).toContainText('Gwalior');
  await page.keyboard.press('Escape');
  await expect(card(page)).toHaveCount(0);
  await expect(focused).toHaveAttribute('data-district', 'Gwalior');
  await page.keyboard.press('+');
  await expect(page.getByText(/^Zoom \d of 6$/)).toBeAttached();
  await page.keyboard.press('-');
  await page.keyboard.press('ArrowDown');
  await expect(focused).not.toHaveAttribute('data-district', 'Gwalior');
  const city = await focused.getAttribute('data-district');
  await page.keyboard.press('Tab');
  await expect(map(page).locator('path:focus')).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await expect(focused).toHaveAttribute('data-district', city!);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/course-list/${city}/B.Tech`);
  await page.goBack();
  await expect(focused).toHaveAttribute('data-district', city!);
  await page.keyboard.press(' ');
  await expect(page).toHaveURL(`/course-list/${city}/B.Tech`);
});

test('R-REG-04 the card fits a narrow screen, and Escape closes it; a phone has no hover (A-52)', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await openMap(page, '/select-region/B.Tech');
  const cities = await map(page)
    .locator('[data-label]')
    .evaluateAll((chips) => chips.map((chip) => chip.getAttribute('data-label')!));
  for (const name of cities) {
    await page.keyboard.press('Escape');
    await label(page, name).hover();
    await expect(card(page)).toContainText(name);
    const [box, stage] = [(await card(page).boundingBox())!, (await map(page).boundingBox())!];
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(375);
    expect(box.y).toBeGreaterThanOrEqual(stage.y);
    expect(box.y + box.height).toBeLessThanOrEqual(stage.y + stage.height);
  }
  await page.keyboard.press('Escape');
  await expect(card(page)).toHaveCount(0);
});

test('R-REG-14 R-REG-15 R-REG-17 the list shows every city’s seats and its courses in alphabetical order, replaces the map in print, and leads back to the map and to the courses', async ({
  page,
  seed,
}) => {
  await seed.course({ totalSeats: 40, adoptedSeats: 3 });
  await seed.course({ city: `Nagar-Obedullaganj ${seed.city.slice(6)}`, totalSeats: 10_000 });
  await openMap(page, '/select-region/B.Tech');
  const row = page.getByRole('row', { name: /Indore/ });
  await page.emulateMedia({ media: 'print' });
  await expect(row).toBeVisible();
  await expect(map(page)).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await expect(map(page)).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.getByRole('button', { name: 'List View', exact: true }).click();
  await expect(page).toHaveURL('/select-region/B.Tech?view=list');
  const figures = (name: string) =>
    page
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('cell')
      .filter({ hasText: /\d/ });
  const { total, left, adopted } = await seatsOf(page, 'Indore', 'B.Tech');
  await expect(figures('Indore')).toHaveText([left, total, adopted].map(figure));
  // A city that no district is known for.
  await expect(figures(seed.city)).toHaveText(['37', '40', '3']);
  const cities = await page.getByRole('rowheader').getByRole('link').allTextContents();
  expect(cities).toEqual(cities.toSorted(new Intl.Collator('en', { sensitivity: 'base', numeric: true }).compare));
  await page.getByRole('button', { name: 'Courses in Indore' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Civil Engineering' }).first()).toContainText(
    /\d+ of \d+ left/,
  );
  await page.reload();
  await expect(row).toBeVisible();
  await page.setViewportSize({ width: 375, height: 812 });
  await doubleText(page);
  const isWide = (problem: string) => problem.startsWith('the page');
  expect((await cutOff(page)).filter(isWide), 'with text twice as large').toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.reload();
  await page.getByRole('button', { name: 'Back to Map' }).click();
  await mapShown(page);
  await expect(page.getByRole('button', { name: 'Map', exact: true })).toBeFocused();
  await page.goBack();
  await row.getByRole('link', { name: 'Indore' }).click();
  await expect(page).toHaveURL('/course-list/Indore/B.Tech');
  for (const path of ['/select-region', '/select-region/B.Tech']) {
    await page.goto(path);
    await page.getByRole('link', { name: 'Back to Courses' }).click();
    await expect(page).toHaveURL('/');
  }
});

test(
  'R-REG-01 the phone shows the whole state at once, the city with most seats below it, and scrolls with one finger',
  { tag: '@phone-only' },
  async ({ page }) => {
    await openMap(page, '/select-region/B.Tech', { pinched: true });
    const stage = (await map(page).boundingBox())!;
    expect(stage.y + stage.height).toBeLessThanOrEqual(812);
    const outside = await map(page)
      .locator('path[data-district]')
      .evaluateAll((shapes) =>
        shapes
          .filter((shape) => {
            const [box, edge] = [
              shape.getBoundingClientRect(),
              shape.closest('[role="group"]')!.getBoundingClientRect(),
            ];
            return box.left < edge.left || box.right > edge.right || box.top < edge.top || box.bottom > edge.bottom;
          })
          .map((shape) => shape.getAttribute('data-district')),
      );
    expect(outside).toEqual([]);
    const touch = () =>
      map(page)
        .locator('.leaflet-container')
        .evaluate((it) => getComputedStyle(it).touchAction);
    expect(await touch()).toContain('pan-y');
    await page.getByRole('button', { name: 'Zoom in' }).tap();
    await expect.poll(touch).not.toContain('pan-y');
    const chosen = page.getByRole('region', { name: 'Chosen city' });
    const link = chosen.getByRole('link', { name: /^See courses in / });
    const box = (await link.boundingBox())!;
    expect(box.y).toBeGreaterThanOrEqual(stage.y + stage.height);
    expect(box.y + box.height).toBeLessThanOrEqual(812);
    const href = (await link.getAttribute('href'))!;
    expect(href).toMatch(/^\/course-list\/[^/]+\/B\.Tech$/);
    await link.tap();
    await expect(page).toHaveURL(href);
    await openMap(page, '/select-region/B.Tech');
    await expect(page.getByRole('region', { name: 'Most seats left' }).getByRole('listitem')).toHaveCount(4);
    await page.getByRole('button', { name: /^List View of all/ }).click();
    await expect(page.getByRole('heading', { level: 2, name: /cities with B\.Tech/ })).toBeFocused();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  },
);

test('a course type is accepted in any spelling, an unknown one is not found; an empty catalogue is a toast over a map without highlights', async ({
  page,
  emptyURL,
}) => {
  await page.goto('/select-region/b.tech');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('B.Tech');
  for (const path of ['/select-region/Astrology', '/select-region/%25E0'])
    expect((await page.request.get(path)).status()).toBe(404);
  // A toast may be gone before a slow machine has drawn the map, so the test waits for it from the start.
  await Promise.all([
    expect(page.getByText('No valid courses available')).toBeVisible(),
    openMap(page, `${emptyURL}/select-region/B.Tech`),
  ]);
  await expect(map(page).locator('path[data-shade]')).toHaveCount(0);
});
