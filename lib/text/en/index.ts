import catalogue from './catalogue.json';
import common from './common.json';
import document from './document.json';
import errors from './errors.json';
import verify from './verify.json';

/** The English catalogue of user-visible texts. One file a namespace; the spec's quoted strings stay literal. */
const en = { catalogue, common, document, errors, verify };

export default en;
