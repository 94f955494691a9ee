import browser from './browser';
import document from './document.json';
import message from './message.json';
import meta from './meta.json';
import verify from './verify.json';

/** The Hindi catalogue: what visitors and sponsors read. Administrators' namespaces are English. */
const hi = { ...browser, document, message, meta, verify };

export default hi;
