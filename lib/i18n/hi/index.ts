import adoption from './adoption.json';
import adoptions from './adoptions.json';
import auth from './auth.json';
import cart from './cart.json';
import common from './common.json';
import dashboard from './dashboard.json';
import document from './document.json';
import errors from './errors.json';
import failure from './failure.json';
import guard from './guard.json';
import landing from './landing.json';
import list from './list.json';
import message from './message.json';
import meta from './meta.json';
import names from './names.json';
import otp from './otp.json';
import pay from './pay.json';
import payment from './payment.json';
import profile from './profile.json';
import region from './region.json';
import shell from './shell.json';
import verify from './verify.json';
import wizard from './wizard.json';

/** The Hindi catalogue: what visitors and sponsors read. Administrators' namespaces are English. */
const hi = {
  adoption,
  adoptions,
  auth,
  cart,
  common,
  dashboard,
  document,
  errors,
  failure,
  guard,
  landing,
  list,
  message,
  meta,
  names,
  otp,
  pay,
  payment,
  profile,
  region,
  shell,
  verify,
  wizard,
};

export default hi;
