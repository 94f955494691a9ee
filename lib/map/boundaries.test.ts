import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadBoundaries } from './boundaries';
import districts from '../catalogue/places/districts.json';
import { readBoundaries } from './schema';
import { boundarySources, LOCAL_BOUNDARIES } from './sources';

const REMOTE = 'https://maps.example.org/mp.geojson';
const file = (district: string) => ({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { district },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [77, 23],
            [78, 23],
            [78, 24],
            [77, 23],
          ],
        ],
      },
    },
  ],
});

/** A fetch with responses by URL; it records the requested URLs and fails for unknown ones. */
function fakeFetch(answers: Record<string, () => Response>) {
  const asked: string[] = [];
  const fetcher = async (address: string) => {
    asked.push(address);
    const answer = answers[address];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  };
  return { asked, fetcher };
}

const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status });
const nameOf = (loaded: Awaited<ReturnType<typeof loadBoundaries>>) => loaded?.features[0]?.properties.district;

describe('boundary sources', () => {
  test('R-REG-19 the local public path comes first', async () => {
    const { asked, fetcher } = fakeFetch({
      [LOCAL_BOUNDARIES]: json(file('Indore')),
      [REMOTE]: json(file('Elsewhere')),
    });
    expect(nameOf(await loadBoundaries(boundarySources(REMOTE, undefined), fetcher))).toBe('Indore');
    expect(asked).toEqual(['/geo/mp-districts.geojson']);
  });

  test('R-REG-20 the remote URL is requested if the local file fails', async () => {
    const { asked, fetcher } = fakeFetch({ [REMOTE]: json(file('Elsewhere')) });
    expect(nameOf(await loadBoundaries(boundarySources(REMOTE, undefined), fetcher))).toBe('Elsewhere');
    expect(asked).toEqual([LOCAL_BOUNDARIES, REMOTE]);
  });

  test('R-REG-20 the remote URL is requested first if configured so, with the local file as fallback', async () => {
    expect(boundarySources(REMOTE, 'remote')).toEqual([REMOTE, LOCAL_BOUNDARIES]);
    const { asked, fetcher } = fakeFetch({ [LOCAL_BOUNDARIES]: json(file('Indore')) });
    expect(nameOf(await loadBoundaries(boundarySources(REMOTE, 'remote'), fetcher))).toBe('Indore');
    expect(asked).toEqual([REMOTE, LOCAL_BOUNDARIES]);
  });

  test('without a remote URL there is only the local file', () => {
    expect(boundarySources(undefined, 'remote')).toEqual([LOCAL_BOUNDARIES]);
    expect(boundarySources('  ', undefined)).toEqual([LOCAL_BOUNDARIES]);
  });

  test('R-REG-13 the load fails only when every source fails: refused, unreachable, not JSON, not boundaries', async () => {
    const bad = [
      json(file('Indore'), 500),
      () => new Response('<html>'),
      json({ type: 'FeatureCollection', features: [] }),
      json({ ...file('Indore'), features: [{ ...file('Indore').features[0], properties: { name: 'Indore' } }] }),
    ];
    for (const answer of bad) {
      expect(
        await loadBoundaries([LOCAL_BOUNDARIES, REMOTE], fakeFetch({ [LOCAL_BOUNDARIES]: answer }).fetcher),
      ).toBeNull();
      const { fetcher } = fakeFetch({ [LOCAL_BOUNDARIES]: answer, [REMOTE]: json(file('Elsewhere')) });
      expect(nameOf(await loadBoundaries([LOCAL_BOUNDARIES, REMOTE], fetcher))).toBe('Elsewhere');
    }
  });
});

describe('the boundary file of the product', () => {
  const boundaries = readBoundaries(JSON.parse(readFileSync('public/geo/mp-districts.geojson', 'utf8')))!;
  const names = boundaries.features.map(({ properties: { district, aliases } }) => ({ district, aliases }));

  test('R-REG-18 holds the 55 districts, each with its own name', () => {
    expect(new Set(names.map(({ district }) => district)).size).toBe(55);
  });

  test('the district names used on the server equal those of the file', () => {
    expect(districts).toEqual(names.toSorted((a, b) => (a.district < b.district ? -1 : 1)));
  });
});
