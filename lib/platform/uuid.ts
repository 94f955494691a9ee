/** A UUID of any version, in either case (RFC 9562), like `z.uuid()`. */
const UUID =
  /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$|^(?:0{8}(?:-0{4}){3}-0{12})$|^(?:f{8}(?:-f{4}){3}-f{12})$/i;

/** True for a UUID string. */
export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);
