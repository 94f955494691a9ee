import { openDataSchema } from '@/lib/open-data/schema';
import { area } from './endpoint';

const visitor = area({ tag: 'Catalogue', access: 'anyone' });

export const readOpenData = visitor.get('/open-data', {
  id: 'readOpenData',
  summary: 'Read seats, adopted seats and students by district, course type and session, and adopted seats by month',
  description: 'Small numbers of students are told in words. No company is named. The data is at most an hour old.',
  ok: openDataSchema,
});

export const readOpenDataTable = visitor.get('/open-data/csv', {
  id: 'readOpenDataTable',
  summary: 'Read the seats and students of the open data as a table',
  responses: { 200: { media: 'text/csv' } },
});
