import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { ENDPOINTS } from '@/lib/api/endpoints';
import { describeApi, type Document } from '@/lib/api/openapi';

/** A response of the API; `body` is the parsed JSON, or undefined if the response is not JSON. */
type Answered = { method: string; path: string; status: number; type: string; body: unknown };

type Described = { content?: Record<string, unknown> };
type Paths = Record<string, Record<string, { responses: Record<string, Described> }>>;

const DOCUMENT = 'api.json';
const escape = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * Checks responses against the description of all endpoints, or the given one. Schemas are compiled on first use.
 * @returns a function that describes what does not match the operation and status, or returns null
 */
export function responseCheck(document: Document = describeApi(ENDPOINTS)): (answered: Answered) => string | null {
  const paths = document.paths as Paths;
  const addresses = Object.keys(paths).map((address) => ({
    address,
    pattern: new RegExp(`^/api${address.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, DOCUMENT);
  const compiled = new Map<string, ValidateFunction>();
  const validatorOf = (pointer: string) => {
    const validator = compiled.get(pointer) ?? ajv.compile({ $ref: `${DOCUMENT}#${pointer}` });
    compiled.set(pointer, validator);
    return validator;
  };

  return ({ method, path, status, type, body }) => {
    const code = (body as { code?: unknown } | undefined)?.code;
    const address = addresses.find(({ pattern }) => pattern.test(path))?.address;
    if (!address) return status === 404 && code === 'request.unknown' ? null : 'no such address is described';
    const verb = method.toLowerCase();
    const responses = paths[address]![verb]?.responses;
    if (!responses) return status === 405 && code === 'request.method' ? null : 'no such method is described';
    const response = responses[status];
    if (!response) return `its status is not described`;
    const [media, ...others] = Object.keys(response.content ?? {});
    if (!media || others.length > 0) return body === undefined ? null : 'no body is described';
    if (type.split(';')[0] !== media) return `it is '${type}' instead of '${media}'`;
    if (media !== 'application/json') return null;
    const pointer = ['/paths', address, verb, 'responses', String(status), 'content', media, 'schema'];
    const validate = validatorOf(
      pointer.map((part, n) => (n ? `/${encodeURIComponent(escape(part))}` : part)).join(''),
    );
    return validate(body) ? null : ajv.errorsText(validate.errors, { dataVar: 'its body' });
  };
}
