import adoption from './adoption.json';
import adoptions from './adoptions.json';
import auth from './auth.json';
import cart from './cart.json';
import common from './common.json';
import dashboard from './dashboard.json';
import errors from './errors.json';
import failure from './failure.json';
import guard from './guard.json';
import landing from './landing.json';
import list from './list.json';
import names from './names.json';
import otp from './otp.json';
import pay from './pay.json';
import payment from './payment.json';
import profile from './profile.json';
import region from './region.json';
import shell from './shell.json';
import wizard from './wizard.json';

/** The namespaces that client islands read; the others stay on the server. */
const browser = {
  adoption,
  adoptions,
  auth,
  cart,
  common,
  dashboard,
  errors,
  failure,
  guard,
  landing,
  list,
  names,
  otp,
  pay,
  payment,
  profile,
  region,
  shell,
  wizard,
};

export default browser;
