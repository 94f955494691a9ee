import admin from './admin.json';
import adoption from './adoption.json';
import adoptions from './adoptions.json';
import audit from './audit.json';
import auth from './auth.json';
import cart from './cart.json';
import catalogue from './catalogue.json';
import common from './common.json';
import dashboard from './dashboard.json';
import docs from './docs.json';
import document from './document.json';
import errors from './errors.json';
import failure from './failure.json';
import figures from './figures.json';
import guard from './guard.json';
import keeping from './keeping.json';
import landing from './landing.json';
import list from './list.json';
import message from './message.json';
import meta from './meta.json';
import names from './names.json';
import otp from './otp.json';
import pay from './pay.json';
import payment from './payment.json';
import profile from './profile.json';
import records from './records.json';
import region from './region.json';
import shell from './shell.json';
import spreadsheet from './spreadsheet.json';
import verify from './verify.json';
import wizard from './wizard.json';

/** The English catalogue of user-visible texts. One file a namespace; the spec's quoted strings stay literal. */
const en = {
  admin,
  adoption,
  adoptions,
  audit,
  auth,
  cart,
  catalogue,
  common,
  dashboard,
  docs,
  document,
  errors,
  failure,
  figures,
  guard,
  keeping,
  landing,
  list,
  message,
  meta,
  names,
  otp,
  pay,
  payment,
  profile,
  records,
  region,
  shell,
  spreadsheet,
  verify,
  wizard,
};

export default en;
