import 'server-only';
import type { Fragment } from 'postgres';
import { sql } from './client';

/** Inserts trusted SQL text into a statement of postgres.js. Never use it for request data, which must be parameters. */
export const raw = (text: string): Fragment => sql().unsafe(text);
