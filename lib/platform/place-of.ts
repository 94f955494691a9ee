/** Whether the name of an institute ends with its city, which then need not be named again. */
export const namesCity = (institute: string, city: string, shown = city): boolean =>
  institute.endsWith(`, ${city}`) || institute.endsWith(`, ${shown}`);

/**
 * Joins institute and city; omits a city that the institute's name already ends with.
 * @param institute its name in the reader's language, or a label for a course without one
 * @param shown the city's name in the reader's language
 */
export function placeOf(institute: string, city: string, shown = city): string {
  return namesCity(institute, city, shown) ? institute : `${institute}, ${shown}`;
}

/** Returns the name of a city or district in a language, or the given one. @param places translations by names in lower case */
export function placeName(places: Readonly<Record<string, string>>, name: string): string {
  // Message keys must not contain full stops.
  const key = name.trim().toLowerCase().replaceAll('.', '');
  return (Object.hasOwn(places, key) && places[key]) || name;
}
