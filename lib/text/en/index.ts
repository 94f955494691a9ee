import adoption from './adoption.json';
import cart from './cart.json';
import catalogue from './catalogue.json';
import common from './common.json';
import document from './document.json';
import errors from './errors.json';
import guard from './guard.json';
import landing from './landing.json';
import list from './list.json';
import message from './message.json';
import region from './region.json';
import verify from './verify.json';

/** The English catalogue of user-visible texts. One file a namespace; the spec's quoted strings stay literal. */
const en = { adoption, cart, catalogue, common, document, errors, guard, landing, list, message, region, verify };

export default en;
