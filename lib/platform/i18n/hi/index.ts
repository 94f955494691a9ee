import checkout from './checkout.json';
import adoptionHistory from './adoption-history.json';
import adoptionPage from './adoption-page.json';
import auth from './auth.json';
import cart from './cart.json';
import common from './common.json';
import company from './company.json';
import conversation from './conversation.json';
import dashboard from './dashboard.json';
import document from './document.json';
import errors from './errors.json';
import failure from './failure.json';
import institute from './institute.json';
import unsavedChanges from './unsaved-changes.json';
import landing from './landing.json';
import list from './list.json';
import message from './message.json';
import meta from './meta.json';
import names from './names.json';
import notification from './notification.json';
import office from './office.json';
import otp from './otp.json';
import paper from './paper.json';
import dashboardPayment from './dashboard-payment.json';
import payment from './payment.json';
import plan from './plan.json';
import privacyNotice from './privacy-notice.json';
import profile from './profile.json';
import proposal from './proposal.json';
import region from './region.json';
import search from './search.json';
import sharedCart from './shared-cart.json';
import shell from './shell.json';
import sitePages from './site-pages.json';
import staff from './staff.json';
import verify from './verify.json';
import waiting from './waiting.json';
import wizard from './wizard.json';
import yearEnd from './year-end.json';

/** The Hindi messages for visitors and sponsors. The administrators' namespaces are English only. */
const hi = {
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
  institute,
  unsavedChanges,
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

export default hi;
