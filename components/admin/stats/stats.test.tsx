import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { TextProvider } from '@/components/platform/i18n/text-provider';
import { toStats, type StatsRow } from '@/lib/admin/stats/rules';
import { areaMessages } from '@/lib/platform/i18n/server';
import { Counts } from './counts';
import { StatsPanels } from './stats';

const row = (
  month: string | null,
  courseType: string,
  seats: number,
  valuePaise = seats * 100_00,
  paidPaise = 0,
): StatsRow => ({ month, courseType, seats, valuePaise, paidPaise });
const markup = (...rows: StatsRow[]) =>
  renderToStaticMarkup(
    <TextProvider locale="en" messages={{ ...areaMessages('en', 'admin'), ...areaMessages('en', 'adminDashboard') }}>
      <StatsPanels stats={toStats(rows, '2026-11')} />
    </TextProvider>,
  );
const counts = (...rows: StatsRow[]) =>
  renderToStaticMarkup(<Counts counts={{ users: 1_28_000, billings: 7 }} stats={toStats(rows, '2026-11')} />).replace(
    /<[^>]+>/g,
    '|',
  );

describe('the statistics of the dashboard', () => {
  test('one path per type, the scale as text, and the chart labelled with its figures', () => {
    const html = markup(row('2026-10', 'B.Tech', 300), row('2026-11', 'ITI', 200), row('2026-11', 'B.Tech', 200));
    expect(html.match(/<path fill="url\(#[^"]+\)"/g)).toHaveLength(2);
    expect(html).toContain('one seat drawn stands for 10');
    expect(html).toContain('700 in all. The most were 400, in November 2026.');
  });

  test('without adoptions: empty seats and a sentence, no chart', () => {
    const html = markup();
    expect(html).toContain('No seats are adopted yet.');
    expect(html).not.toMatch(/<table|role="img"/);
  });

  test('with a last adoption more than a year ago: the chart says so', () => {
    const html = markup(row(null, 'ITI', 1234));
    expect(html).toContain('No seats were adopted in the last 12 months.');
    expect(html).not.toContain('role="img"');
  });

  test('R-BIZ-02 a large value is shown in lakh or crore and exactly, a small one exactly', () => {
    expect(counts(row('2026-11', 'ITI', 7310, 4_16_37_450_05))).toMatch(
      /\|1,28,000\|.*\|7,310\|.*₹4\.2 crore.*₹4,16,37,450\.05/s,
    );
    expect(counts(row('2026-11', 'ITI', 1, 99_000_00))).toMatch(/\|₹99,000\.00\|/);
  });

  test('the value is parted into paid and pledged, in all and by month', () => {
    const some = row('2026-11', 'ITI', 3, 3_000_00, 1_000_50);
    expect(counts(some)).toMatch(/₹3,000\.00.*Paid ₹1,000\.50.*Pledged ₹1,999\.50/s);
    const cells = markup(some, row('2026-10', 'B.Tech', 1, 500_00, 500_00)).replace(/<[^>]+>/g, '|');
    expect(cells).toMatch(/November 2026[^₹]*₹3,000\.00\|+₹1,000\.50\|+₹1,999\.50/);
    expect(cells).toMatch(/12 months[^₹]*₹3,500\.00\|+₹1,500\.50\|+₹1,999\.50/);
  });
});
