import fs from 'node:fs';
const meta = JSON.parse(fs.readFileSync('mp-districts-meta.json'));
const pip = (r, x, y) => {
  let c = false;
  for (let i = 0, j = r.length - 1; i < r.length; j = i++) {
    const a = r[i],
      b = r[j];
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) c = !c;
  }
  return c;
};
for (const f of ['dist/mp-districts.json', 'dist/mp-districts.small.json']) {
  const G = JSON.parse(fs.readFileSync(f)).features;
  const polys = G.map((g) => ({
    n: g.properties.district,
    ps: g.geometry.type === 'Polygon' ? [g.geometry.coordinates] : g.geometry.coordinates,
  }));
  let v = 0;
  polys.forEach((p) => p.ps.flat().forEach((r) => (v += r.length)));
  const inside = (p, x, y) => p.ps.some((q) => pip(q[0], x, y) && !q.slice(1).some((h) => pip(h, x, y)));
  const bad = [];
  meta.forEach((m) => {
    const h = polys.filter((p) => inside(p, m.lon, m.lat)).map((p) => p.n);
    if (h.length !== 1 || h[0] !== m.district) bad.push(m.district + '->' + (h.join('/') || 'none'));
  });
  // edges: every edge used once (boundary) or twice (shared, opposite directions)
  const e = new Map();
  polys.forEach((p) =>
    p.ps.flat().forEach((r) => {
      for (let i = 0; i < r.length - 1; i++) {
        const a = r[i].join(),
          b = r[i + 1].join();
        const q = a < b ? a + '|' + b : b + '|' + a;
        e.set(q, (e.get(q) || 0) + 1);
      }
    }),
  );
  const c = {};
  for (const n of e.values()) c[n] = (c[n] || 0) + 1;
  // grid overlap/gap test against outline
  const O = JSON.parse(fs.readFileSync('dist/outline.geojson')).features[0].geometry;
  const op = O.type === 'Polygon' ? [O.coordinates] : O.coordinates;
  let tot = 0,
    gap = 0,
    over = 0;
  for (let y = 21; y < 27; y += 0.021)
    for (let x = 74; x < 83; x += 0.021) {
      if (!op.some((q) => pip(q[0], x, y))) continue;
      tot++;
      const n = polys.filter((p) => inside(p, x, y)).length;
      if (n === 0) gap++;
      if (n > 1) over++;
    }
  console.log(
    f,
    'features',
    G.length,
    'vertices',
    v,
    'parts>1',
    polys
      .filter((p) => p.ps.length > 1)
      .map((p) => p.n + ':' + p.ps.length)
      .join(',') || 'none',
    'holes',
    polys
      .filter((p) => p.ps.some((q) => q.length > 1))
      .map((p) => p.n)
      .join(',') || 'none',
    'HQ not in own polygon:',
    bad.join(', ') || 'none',
    'edge use',
    JSON.stringify(c),
    'grid pts',
    tot,
    'gap',
    gap,
    'overlap',
    over,
    'null geom',
    G.filter((g) => !g.geometry).length,
    'missing',
    meta
      .filter((m) => !G.find((g) => g.properties.district === m.district))
      .map((m) => m.district)
      .join() || 'none',
  );
  console.log(
    '  sample props',
    JSON.stringify(G.find((g) => g.properties.district === 'Maihar').properties),
    'id',
    G[0].id,
  );
}
