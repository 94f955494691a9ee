import adoption from './adoption.json';
import cart from './cart.json';
import common from './common.json';
import errors from './errors.json';
import guard from './guard.json';
import landing from './landing.json';
import list from './list.json';
import otp from './otp.json';
import payment from './payment.json';
import region from './region.json';

/** The namespaces that client islands read; the others stay on the server. */
const browser = { adoption, cart, common, errors, guard, landing, list, otp, payment, region };

export default browser;
