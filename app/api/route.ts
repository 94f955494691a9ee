import { notFoundHandlers } from '@/lib/api/handler';

/** /api itself: the catch-all route below it does not match this path. */
export const { GET, POST, PUT, PATCH, DELETE } = notFoundHandlers();
