import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import type { ShownRequest } from '@/lib/admin/reservations/schema';
import common from '@/lib/platform/i18n/en/common.json';
import reservations from '@/lib/platform/i18n/en/reservations.json';
import { ReservationTable } from './reservation-table';

const REQUEST: ShownRequest = {
  ...{ id: 'r', kind: 'request', state: 'waiting', email: 'waits@betwa.example', courseType: 'ITI', branch: 'Welder' },
  ...{ institute: '', city: 'Sagar', radiusKm: 50, session: '2026-27', studyYear: 1, seats: 5, minSeats: 2 },
  createdAt: new Date('2026-11-29T08:36:00Z'),
  missedOffers: 0,
};

const markup = (request: Partial<ShownRequest>) =>
  renderToStaticMarkup(
    <IntlProvider locale="en" timeZone="Asia/Kolkata" messages={{ reservations, common }}>
      <ReservationTable labelledBy="reservations" rows={[{ ...REQUEST, ...request }]} canEdit={false} />
    </IntlProvider>,
  );

test('a request says what is wanted, since when, and how many offers were not used, if any', () => {
  const html = markup({});
  expect(html).toContain('5 × ITI, Welder, any institute within 50 km of Sagar, 2026-27, year 1');
  expect(html).toContain('At least 2');
  expect(html).toContain('29 Nov 2026, 14:06');
  expect(html).not.toMatch(/missed|not used|reservations\./);
  expect(markup({ missedOffers: 1 })).toContain('1 offer not used');
});
