import * as account from './account';
import * as adminAccounts from './admin-accounts';
import * as adminAdoption from './admin-adoption';
import * as administration from './administration';
import * as alerts from './alerts';
import * as adoption from './adoption';
import * as adoptionPage from './adoption-page';
import type { Endpoint } from './endpoint';
import * as catalogue from './catalogue';
import * as company from './company';
import * as documents from './documents';
import * as papers from './papers';
import * as payment from './payment';
import * as receipts from './receipts';
import * as service from './service';
import * as settlements from './settlements';
import * as sharedCart from './shared-cart';

/** All endpoints of the API, by area. */
export const ENDPOINTS: readonly Endpoint[] = [
  catalogue,
  sharedCart,
  adoption,
  adoptionPage,
  account,
  company,
  payment,
  documents,
  papers,
  administration,
  adminAccounts,
  adminAdoption,
  receipts,
  settlements,
  alerts,
  service,
].flatMap((area) => Object.values(area));
