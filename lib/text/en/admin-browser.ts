import admin from './admin.json';
import audit from './audit.json';
import figures from './figures.json';
import keeping from './keeping.json';
import records from './records.json';
import spreadsheet from './spreadsheet.json';

/** The namespaces that client islands of the administrator's area read besides those of browser.ts; visitors do not load them. */
const adminBrowser = { admin, audit, figures, keeping, records, spreadsheet };

export default adminBrowser;
