import 'server-only';
import { USE_HEADS } from '@/db/schema/enums';
import { leftOf, withoutHead, type UseLine } from '@/lib/documents/paper-rules';
import { issueUse } from '@/lib/documents/papers/mutations';
import { readPaper } from '@/lib/documents/papers/queries';
import { paperResponse } from '@/lib/documents/papers/response';
import { paperFileName } from '@/lib/documents/papers/rules';
import type { YearSubject } from '@/lib/documents/papers/statements';
import { namesIn } from '@/lib/catalogue/localized-names';
import { HttpError } from '@/lib/platform/errors';
import type { Locale } from '@/lib/platform/i18n/locale';
import { getTranslator } from '@/lib/platform/i18n/server';
import { toRupees } from '@/lib/platform/money';
import { rowsResponse } from '@/lib/platform/spreadsheet/response';
import type { Column } from '@/lib/platform/spreadsheet/schema';
import { givenUse, readYear } from './queries';

/**
 * Issues the statement of use of a year, or finds the newest if it shows the present data, and returns it as a download.
 * @throws HttpError 404 'document.not_found' if no money was received, unspent or used in the year; 503 as paperResponse
 */
export async function statementOfUseResponse(
  request: Request,
  subject: YearSubject,
  year: string,
  { locale, format }: { locale: Locale; format: 'pdf' | 'xlsx' },
): Promise<Response> {
  const given = givenUse(await readYear(subject, year));
  if (!given) throw new HttpError('document.not_found');
  const { id } = await issueUse(subject, given);
  if (format === 'pdf') return paperResponse(request, id, locale);
  const { serial, data } = await readPaper(id);
  if (data.kind !== 'use') throw new HttpError('document.not_found');
  const name = getTranslator(locale, 'paper')('use.sheet');
  return rowsResponse(paperFileName(serial, 'xlsx'), name, columnsOf(locale), data.lines);
}

function columnsOf(locale: Locale): Column<UseLine>[] {
  const [t, names] = [getTranslator(locale, 'paper'), namesIn(locale)];
  const text = (header: string, cell: (line: UseLine) => string | null): Column<UseLine> => ({
    header,
    type: 'text',
    cell,
  });
  const rupees = (header: string, paiseOf: (line: UseLine) => number | null): Column<UseLine> => ({
    header,
    type: 'rupees',
    cell: (line) => {
      const paise = paiseOf(line);
      return paise === null ? null : toRupees(paise);
    },
  });
  return [
    text(t('adoption'), ({ reference }) => reference),
    text(t('purchaseOrder'), ({ orderNumber }) => orderNumber),
    text(t('use.sheetColumn.institute'), (line) => names.institute(line.institute, line.instituteHindi)),
    text(t('use.sheetColumn.city'), ({ city }) => names.place(city)),
    text(t('use.sheetColumn.type'), ({ courseType }) => names.type(courseType)),
    text(t('use.sheetColumn.branch'), (line) => names.branch(line.branch, line.branchHindi)),
    text(t('certificate.session'), ({ session }) => session),
    { header: t('use.column.line'), type: 'number', cell: ({ seats }) => seats },
    rupees(t('use.column.opening'), ({ openingPaise }) => openingPaise),
    rupees(t('use.column.received'), ({ receivedPaise }) => receivedPaise),
    rupees(t('use.sum.tds'), ({ tdsPaise }) => tdsPaise),
    rupees(t('use.column.returned'), ({ returnedPaise }) => returnedPaise),
    rupees(t('use.column.passed'), ({ passedPaise }) => passedPaise),
    rupees(t('use.column.used'), ({ usedPaise }) => usedPaise),
    ...USE_HEADS.map((head) =>
      rupees(t('use.sheetColumn.head', { head: t(`use.head.${head}`) }), ({ heads }) => heads?.[head] ?? null),
    ),
    rupees(t('use.sheetColumn.head', { head: t('use.head.unstated') }), withoutHead),
    rupees(t('use.sum.notPassed'), ({ notPassedPaise }) => notPassedPaise),
    rupees(t('use.sum.unused'), ({ unusedPaise }) => unusedPaise),
    rupees(t('use.column.left'), leftOf),
    rupees(t('use.column.unstated'), ({ unstatedPaise }) => unstatedPaise),
  ];
}
