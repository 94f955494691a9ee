import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import postgres from 'postgres';
import { OVERDUE_SEATS } from '@/lib/catalogue/statements';

/*
 * A minimal implementation of GET /api/courses?city=…: node:http and postgres.js, no framework, no validation.
 * `npm run bench` compares the program with it, after it has verified that both return the same response.
 */
const sql = postgres(process.env.DATABASE_URL!, { max: 10 });

const server = createServer(async (request, response) => {
  const city = new URL(request.url!, 'http://floor').searchParams.get('city');
  const rows = await sql`
    select c.id, c.city, c.course_type as course_name, c.branch, coalesce(i.name, '') as institute_name,
           c.total_seats, c.total_seats - c.adopted_seats - c.held_seats + coalesce(free.seats, 0) as left_seats,
           c.price_paise::int as price_paise
      from courses c left join institutes i on i.id = c.institute_id
           left join ${sql.unsafe(OVERDUE_SEATS)} free on free.course_id = c.id
     where c.is_open and lower(c.city) = lower(${city})`;
  const courses = rows.map(({ price_paise, ...row }) => ({ ...row, price_per_seat: (price_paise / 100).toFixed(2) }));
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(courses));
});
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
