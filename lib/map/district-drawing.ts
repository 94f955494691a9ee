import { anchorOf, citiesByDistrict, positionOf, type RegionCity } from './district-cities';
import { placeLabels, type Box, type Label, type LabelPlace } from './labels';
import type { Boundaries, DistrictFeature } from './schema';
import { MIN_ZOOM, stateBox, toPixels } from './view';

/** Width of the map on a usual phone, where the labels have their real size; CSS pixels. */
const PHONE_WIDTH = 375;
const BOX = stateBox(MIN_ZOOM);
const SCALE = PHONE_WIDTH / BOX.width;
const HEIGHT = Math.round(BOX.height * SCALE);
/** A label of the phone's font size: its height, its padding with borders, and an upper estimate of a letter. */
const LABEL = { height: 24, padding: 12, letter: 6.8 } as const;
/** Pixels above and below the drawing that its box has at least. */
const SPACE = 4;
/** The corner of the zoom buttons. */
const BUTTONS: Box = { x: 0, y: 0, width: 70, height: 110 };

/** A district's outline as an SVG path, with its cities, the largest first. */
type DrawnDistrict = { district: string; path: string; cities: readonly RegionCity[] };

/** A city's dot, the box of its label, and the end of the line to a distant label. A label without room is null. */
export type DrawnCity = { city: RegionCity; x: number; y: number; label: Box | null; leader: Point | null };

type Point = { x: number; y: number };

/** The map as a drawing. Lengths are CSS pixels on a usual phone. */
type DistrictDrawing = { width: number; height: number; districts: DrawnDistrict[]; cities: DrawnCity[] };

/**
 * Draws the districts with a label for each city, as Leaflet shows them first on a phone.
 * @param stats the cities on offer
 * @param nameOf the name of a city in the reader's language
 */
export function drawDistricts(
  boundaries: Boundaries,
  stats: readonly RegionCity[],
  nameOf: (city: string) => string,
): DistrictDrawing {
  const { cities: citiesOf } = citiesByDistrict(
    boundaries.features.map(({ properties }) => properties),
    stats,
  );
  const districts = outlinesOf(boundaries).map((outline) => ({
    ...outline,
    cities: citiesOf.get(outline.district) ?? [],
  }));
  const points = districts.flatMap(({ feature, cities }) =>
    cities.map((city) => ({ city, ...project(...positionOf(city, feature, anchorOf(feature))) })),
  );
  const widthOf = ({ city }: RegionCity) => LABEL.padding + LABEL.letter * lettersOf(nameOf(city));
  const places = placeOnce(
    points.map(({ city, x, y }) => {
      const label = widthOf(city);
      return { id: city.city, x, y, width: label, shortWidth: label, height: LABEL.height, weight: city.leftSeats };
    }),
  );
  return {
    width: PHONE_WIDTH,
    height: HEIGHT,
    districts: districts.map(({ district, path, cities }) => ({ district, path, cities })),
    cities: points.map(({ city, x, y }) => {
      const place = places.get(city.city);
      return {
        city,
        x,
        y,
        label: place ? { x: x + place.dx, y: y + place.dy, width: widthOf(city), height: LABEL.height } : null,
        leader: place?.leader ? { x: x + place.leader.x, y: y + place.leader.y } : null,
      };
    }),
  };
}

type Outline = { feature: DistrictFeature; district: string; path: string };
const outlines = new WeakMap<Boundaries, Outline[]>();

/** Returns the outlines of a boundary file, made once. */
function outlinesOf(boundaries: Boundaries): Outline[] {
  let made = outlines.get(boundaries);
  if (!made) {
    made = boundaries.features.map((feature) => ({
      feature,
      district: feature.properties.district,
      path: pathOf(feature),
    }));
    outlines.set(boundaries, made);
  }
  return made;
}

/** Layouts that are kept: one for each course type and language, and those of the last changes of seats. */
const KEPT_LAYOUTS = 50;
const layouts = new Map<string, Map<string, LabelPlace>>();

/** Places labels. A crowded map takes 6 ms of the server, so the result is kept until a label changes. */
function placeOnce(labels: readonly Label[]): Map<string, LabelPlace> {
  const key = JSON.stringify(labels);
  let places = layouts.get(key);
  if (!places) {
    places = placeLabels(labels, { left: 0, right: PHONE_WIDTH, top: -SPACE, bottom: HEIGHT + SPACE }, [BUTTONS]);
    if (layouts.size >= KEPT_LAYOUTS) layouts.clear();
    layouts.set(key, places);
  }
  return places;
}

/** Projects to pixels of the drawing. */
function project(lat: number, lng: number): Point {
  const { x, y } = toPixels([lat, lng], MIN_ZOOM);
  return { x: Math.round((x - BOX.x) * SCALE), y: Math.round((y - BOX.y) * SCALE) };
}

/** Returns the outline as relative lines between whole pixels, a tenth of the coordinates' own size. */
function pathOf({ geometry }: DistrictFeature): string {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return polygons
    .flat()
    .map((ring) => {
      const points = ring.map(([lng, lat]) => project(lat, lng));
      const steps = points.slice(1).map(({ x, y }, i) => ({ dx: x - points[i]!.x, dy: y - points[i]!.y }));
      const lines = steps.filter(({ dx, dy }) => dx !== 0 || dy !== 0).map(({ dx, dy }) => `l${dx} ${dy}`);
      return `M${points[0]!.x} ${points[0]!.y}${lines.join('')}z`;
    })
    .join('');
}

/** Returns the number of letters; vowel signs of Devanagari take hardly any width of their own. */
function lettersOf(name: string): number {
  return [...name].filter((letter) => !/\p{Mn}/u.test(letter)).length;
}
