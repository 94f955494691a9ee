import 'server-only';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { HttpError } from '@/lib/platform/errors';
import { clientAddress } from '@/lib/platform/http';
import { toRupees } from '@/lib/platform/money';
import { indianDay } from '@/lib/platform/dates';
import { modeName } from '@/lib/documents/mode-name';
import type { StatementEntry } from '@/lib/documents/paper-rules';
import { pdfResponse } from '@/lib/documents/response';
import type { Locale } from '@/lib/platform/i18n/locale';
import { getTranslator } from '@/lib/platform/i18n/server';
import { rowsResponse } from '@/lib/platform/spreadsheet/response';
import type { Column } from '@/lib/platform/spreadsheet/schema';
import { issueStatement } from './mutations';
import { paperPdf, readPaper } from './queries';
import { paperFileName } from './rules';
import type { NewPaper } from './mutations';

/** Returns an issued paper or statement as a download. Throws HttpError 404 and 503 as paperPdf. */
export async function paperResponse(request: Request, paperId: string, locale: Locale): Promise<Response> {
  const { fileName, pdf } = await paperPdf(paperId, locale, clientAddress(request));
  return pdfResponse(Buffer.from(pdf), fileName);
}

/** Returns an issued paper in the names of the API. */
export const toPaperJson = ({ id, kind, serial, issuedAt }: NewPaper) => ({
  id,
  kind,
  serial,
  issued_at: issuedAt.toISOString(),
});

/** A sponsor's annual statement in a format and language. `by`: the administrator who asks. */
type StatementRequest = {
  request: Request;
  userId: string;
  year: string;
  locale: Locale;
  format: 'pdf' | 'xlsx';
  by?: AdminScope;
};

/** Issues an annual statement and returns it as a download. Throws HttpError 404 if no money moved in the year. */
export async function statementResponse({
  request,
  userId,
  year,
  locale,
  format,
  by,
}: StatementRequest): Promise<Response> {
  const { id } = await issueStatement(userId, year, { by });
  if (format === 'pdf') return paperResponse(request, id, locale);
  const { serial, data } = await readPaper(id);
  if (data.kind !== 'statement') throw new HttpError('document.not_found');
  const name = getTranslator(locale, 'paper')('statement.sheet');
  return rowsResponse(paperFileName(serial, 'xlsx'), name, statementColumns(locale), data.entries);
}

function statementColumns(locale: Locale): Column<StatementEntry>[] {
  const t = getTranslator(locale, 'paper');
  const sign = ({ kind }: StatementEntry) => (kind === 'refunded' ? -1 : 1);
  return [
    { header: t('statement.column.on'), type: 'moment', cell: ({ on }) => indianDay(on) },
    { header: t('statement.column.what'), type: 'text', cell: ({ kind }) => t(`statement.${kind}`) },
    { header: t('statement.column.adoption'), type: 'text', cell: ({ adoption }) => adoption },
    {
      header: t('statement.column.mode'),
      type: 'text',
      cell: ({ mode, test }) => [modeName(mode, t), ...(test ? [t('statement.test')] : [])].join(', '),
    },
    { header: t('statement.column.reference'), type: 'text', cell: ({ reference }) => reference },
    { header: t('statement.column.serial'), type: 'text', cell: ({ serial }) => serial },
    {
      header: t('statement.column.amount'),
      type: 'rupees',
      cell: (entry) => sign(entry) * toRupees(entry.amountPaise),
    },
    { header: t('statement.column.tds'), type: 'rupees', cell: ({ tdsPaise }) => toRupees(tdsPaise) },
    {
      header: t('statement.column.gross'),
      type: 'rupees',
      cell: (entry) => sign(entry) * toRupees(entry.amountPaise + entry.tdsPaise),
    },
  ];
}
