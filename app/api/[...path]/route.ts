import { notFoundHandlers } from '@/lib/api/handler';

/** Unknown endpoints below /api: 404 with a JSON body for every method. */
export const { GET, POST, PUT, PATCH, DELETE } = notFoundHandlers();
