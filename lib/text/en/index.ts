import catalogue from './catalogue.json';
import common from './common.json';
import errors from './errors.json';

/** The English catalogue of user-visible texts. One file a namespace; the spec's quoted strings stay literal. */
const en = { catalogue, common, errors };

export default en;
