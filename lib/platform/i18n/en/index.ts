import admin from './admin.json';
import adminAdoption from './admin-adoption.json';
import checkout from './checkout.json';
import adoptionHistory from './adoption-history.json';
import attention from './attention.json';
import adoptionPage from './adoption-page.json';
import auditLog from './audit-log.json';
import auth from './auth.json';
import cart from './cart.json';
import catalogue from './catalogue.json';
import catalogueImport from './catalogue-import.json';
import common from './common.json';
import companies from './companies.json';
import company from './company.json';
import conversation from './conversation.json';
import dashboard from './dashboard.json';
import apiDocs from './api-docs.json';
import document from './document.json';
import errors from './errors.json';
import entries from './entries.json';
import failure from './failure.json';
import funds from './funds.json';
import stats from './stats.json';
import unsavedChanges from './unsaved-changes.json';
import adminCourses from './admin-courses.json';
import institute from './institute.json';
import landing from './landing.json';
import list from './list.json';
import mailings from './mailings.json';
import message from './message.json';
import moves from './moves.json';
import meta from './meta.json';
import names from './names.json';
import notification from './notification.json';
import otp from './otp.json';
import paper from './paper.json';
import dashboardPayment from './dashboard-payment.json';
import payment from './payment.json';
import plan from './plan.json';
import privacyNotice from './privacy-notice.json';
import profile from './profile.json';
import proposal from './proposal.json';
import usersAndBillings from './users-and-billings.json';
import proposals from './proposals.json';
import region from './region.json';
import registers from './registers.json';
import report from './report.json';
import reservations from './reservations.json';
import search from './search.json';
import administrators from './administrators.json';
import sessions from './sessions.json';
import settings from './settings.json';
import sharedCart from './shared-cart.json';
import shell from './shell.json';
import sitePages from './site-pages.json';
import office from './office.json';
import offices from './offices.json';
import spreadsheet from './spreadsheet.json';
import staff from './staff.json';
import verify from './verify.json';
import waiting from './waiting.json';
import wizard from './wizard.json';
import yearEnd from './year-end.json';

/** Texts for administrators and of the API's description, which are in English only. */
export const ENGLISH_ONLY = {
  companies,
  sessions,
  admin,
  adminAdoption,
  adminCourses,
  catalogueImport,
  administrators,
  apiDocs,
  attention,
  auditLog,
  catalogue,
  entries,
  funds,
  mailings,
  moves,
  offices,
  proposals,
  registers,
  report,
  reservations,
  settings,
  spreadsheet,
  stats,
  usersAndBillings,
};

/** The English messages, one file per namespace. Strings quoted in the specification must stay literal. */
const en = {
  ...ENGLISH_ONLY,
  checkout,
  adoptionHistory,
  adoptionPage,
  auth,
  cart,
  common,
  company,
  conversation,
  dashboard,
  document,
  errors,
  failure,
  unsavedChanges,
  institute,
  landing,
  list,
  message,
  meta,
  names,
  notification,
  office,
  otp,
  paper,
  dashboardPayment,
  payment,
  plan,
  privacyNotice,
  profile,
  proposal,
  region,
  search,
  sharedCart,
  shell,
  sitePages,
  staff,
  verify,
  waiting,
  wizard,
  yearEnd,
};

export default en;
