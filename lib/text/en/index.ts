import adminBrowser from './admin-browser';
import browser from './browser';
import catalogue from './catalogue.json';
import document from './document.json';
import message from './message.json';
import meta from './meta.json';
import verify from './verify.json';

/** The English catalogue of user-visible texts. One file a namespace; the spec's quoted strings stay literal. */
const en = { ...browser, ...adminBrowser, catalogue, document, message, meta, verify };

export default en;
