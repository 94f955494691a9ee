import { notFoundHandlers } from '@/lib/contract/handler';

/** Whatever lies below /api and is no call: 404 with JSON, by any method. */
export const { GET, POST, PUT, PATCH, DELETE } = notFoundHandlers();
