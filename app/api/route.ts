import { notFoundHandlers } from '@/lib/contract/handler';

/** The folder of the calls is none itself, and not a page that is not found: the one for the rest below it does not answer here. */
export const { GET, POST, PUT, PATCH, DELETE } = notFoundHandlers();
