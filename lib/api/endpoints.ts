import * as sessions from './sessions';
import * as account from './account';
import * as administrators from './administrators';
import * as adminAdoption from './admin-adoption';
import * as administration from './administration';
import * as alerts from './alerts';
import * as adoption from './adoption';
import * as adoptionPage from './adoption-page';
import type { Endpoint } from './endpoint';
import * as catalogue from './catalogue';
import * as companies from './companies';
import * as company from './company';
import * as conversation from './conversation';
import * as documents from './documents';
import * as entries from './entries';
import * as funds from './funds';
import * as mailings from './mailings';
import * as moves from './moves';
import * as institutePages from './institute-pages';
import * as institutes from './institutes';
import * as offices from './offices';
import * as openData from './open-data';
import * as papers from './papers';
import * as payees from './payees';
import * as payment from './payment';
import * as proposals from './proposals';
import * as receipts from './receipts';
import * as register from './register';
import * as reports from './reports';
import * as reservations from './reservations';
import * as seatLimits from './seat-limits';
import * as service from './service';
import * as settings from './settings';
import * as payouts from './payouts';
import * as sharedCart from './shared-cart';
import * as waiting from './waiting';
import * as yearEnd from './year-end';

const AREAS = [
  catalogue,
  openData,
  sharedCart,
  waiting,
  adoption,
  adoptionPage,
  conversation,
  mailings,
  account,
  companies,
  company,
  payment,
  documents,
  papers,
  payees,
  yearEnd,
  administration,
  sessions,
  administrators,
  offices,
  register,
  reports,
  proposals,
  institutePages,
  moves,
  institutes,
  adminAdoption,
  receipts,
  funds,
  payouts,
  alerts,
  seatLimits,
  entries,
  reservations,
  settings,
  service,
];

type ValueOf<Area> = Area extends unknown ? Area[keyof Area] : never;

/** The endpoints with their literal types, from which the calls of the browser get theirs (lib/api/client). */
export type DescribedEndpoint = ValueOf<(typeof AREAS)[number]>;

/** All endpoints of the API, by area. */
export const ENDPOINTS: readonly Endpoint[] = AREAS.flatMap((area): Endpoint[] => Object.values(area));
