import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSheets } from '@/lib/platform/table-file/read';
import type { Row, Sheet } from '@/lib/platform/table-file/schema';
import { root } from '@/scripts/lib/programs';
import { readStatementFile } from './read-file';
import { readStatement } from './read-statement';
import type { ColumnChoice, Statement } from './schema';

const FOLDER = join(root, 'testing/bank-statements');
const TODAY = '2026-11-26';

/** Returns the sheets of a file of testing/bank-statements. */
function sheetsOf(file: string): Sheet[] {
  const read = readSheets(readFileSync(join(FOLDER, file)));
  if (!read.ok) throw new Error(read.problem.code);
  return read.sheets;
}

/** Reads sheets that are a statement. */
function read(sheets: readonly Sheet[], columns?: ColumnChoice): Statement {
  const statement = readStatement(sheets, { today: TODAY, columns });
  if (typeof statement === 'string') throw new Error(statement);
  return statement;
}

/**
 * Returns what a statement says, a line each: line, side, day, rupees, reference, way of payment, named adoptions, account
 * if there are several, what kind of line it is and which other one it takes back.
 */
function linesOf({ lines, bad, balance }: Statement): string[] {
  return [
    ...lines.map(({ line, side, date, amountPaise, bankReference, mode, mayName, account, kind, counterLine }) =>
      [
        ...[line, side, date, (amountPaise / 100).toFixed(2), bankReference ?? '-', mode ?? '-', ...mayName],
        ...(account === null ? [] : [`account ${account}`]),
        ...(kind === null ? [] : [kind]),
        ...(counterLine === null ? [] : [`counter ${counterLine}`]),
      ].join(' '),
    ),
    ...bad.map(({ line, problem }) => `${line} bad ${problem.code}`),
    ...(balance === null ? [] : [balanceOf(balance)]),
  ];
}

function balanceOf({ right, wrong, turned }: NonNullable<Statement['balance']>): string {
  const lists = { wrong: wrong.map(({ line }) => line), turned };
  const named = Object.entries(lists).flatMap(([name, list]) => (list.length > 0 ? `${name} ${list.join()}` : []));
  return ['balance', right.length, ...named].join(' ');
}

/** Returns the lines of a file; or why it is none. */
function summaryOf(file: string): string[] {
  const result = readStatementFile(readFileSync(join(FOLDER, file)), { today: TODAY });
  if (!result.ok) return [`refused ${result.problem.code}`];
  return typeof result.statement === 'string' ? [result.statement] : linesOf(result.statement);
}

const NEFT_OF_2 = '2 credit 2026-11-02 374000.00 HDFCH00395034887 NEFT SA-7GJN-774Q-EYD8';
/** What is read of the same statement in several formats. */
const TWO_ROW_TITLES = [
  '4 credit 2026-11-02 374000.00 HDFCH00395034887 NEFT SA-7GJN-774Q-EYD8',
  '5 debit 2026-11-03 30000.00 - -',
  'balance 1',
];
const SBI = [
  '15 credit 2026-11-02 374000.00 N306260195498921 NEFT',
  '16 credit 2026-11-03 320000.00 INDBN03101211261 NEFT SA-3A3S-WP4N-KZE8',
  '17 credit 2026-11-04 572000.00 UTIBR52026110400612345 RTGS',
  '18 debit 2026-11-05 30000.00 - -',
  'balance 4',
];
const TYPE_BY_BALANCE = [
  '2 credit 2026-11-01 100.00 - - interest',
  '3 credit 2026-11-02 374000.00 HDFCH00395034887 NEFT',
  '4 debit 2026-11-03 30000.00 - -',
  'balance 2',
];

/**
 * Statements as banks and programs make them, after published samples, with invented data: those of SBI, HDFC, PNB, Bank of
 * Baroda, Axis, Kotak and Union with the faults that people met, and the titles of other banks.
 */
const STATEMENTS: Record<string, string[]> = {
  'au.csv': ['2 credit 2026-11-02 374000.00 AUBLN26306123456 NEFT'],
  'axis-corporate.csv': [
    '10 credit 2026-11-02 374000.00 HDFCH00395034887 NEFT SA-7GJN-774Q-EYD8',
    '11 credit 2026-11-03 320000.00 630712345678 IMPS SA-3A3S-WP4N-KZE8',
    '12 debit 2026-11-04 590.00 - -',
    'balance 3',
  ],
  'axis-retail.csv': [
    '9 credit 2026-11-02 374000.00 HDFCH00395034887 NEFT SA-7GJN-774Q-EYD8',
    '10 credit 2026-11-03 320000.00 630712345678 IMPS SA-3A3S-WP4N-KZE8',
    '11 debit 2026-11-04 590.00 - -',
    'balance 2',
  ],
  'bandhan.csv': [
    '2 credit 2026-11-02 374000.00 BDBLN26306123456 NEFT',
    '3 debit 2026-11-03 500.00 630712345678 UPI',
    'balance 1',
  ],
  'bank-credit-text.xlsx': [NEFT_OF_2, '3 credit 2026-11-02 320000.00 HDFCH00395034888 -'],
  'bank-date-1904.xlsx': [NEFT_OF_2],
  'bank-date-ddmmyyyy.xlsx': [NEFT_OF_2],
  'bank-date-general.xlsx': [NEFT_OF_2],
  'bank-date-locale.xlsx': [NEFT_OF_2],
  'bank-date-mmddyy.xlsx': [NEFT_OF_2],
  'bank-date-time.xlsx': [NEFT_OF_2],
  'bank-ref-long-number.xlsx': ['2 credit 2026-11-02 320000.00 - RTGS'],
  'bank-ref-number.xlsx': [
    '2 credit 2026-11-02 320000.00 630712345678 IMPS SA-3A3S-WP4N-KZE8',
    '3 credit 2026-11-02 246000.00 000123 cheque',
    '4 credit 2026-11-02 572000.00 000123 cheque',
  ],
  'bank-second-sheet.xlsx': [NEFT_OF_2],
  'bob.csv': [NEFT_OF_2, '3 credit 2026-11-03 320000.00 630712345678 UPI SA-3A3S-WP4N-KZE8', 'balance 1'],
  'boi.csv': ['3 credit 2026-11-02 374000.00 - NEFT', '4 credit 2026-11-03 100000.00 - NEFT', 'balance 1'],
  'both-sides.csv': ['2 bad both', '3 bad date', '4 bad future', '5 bad amount'],
  'canara.csv': [
    '4 credit 2026-11-02 374000.00 SBIN326306123456 NEFT SA-7GJN-774Q-EYD8',
    '5 credit 2026-11-03 5000.00 - -',
    'balance 2',
  ],
  'excel-escaped.csv': [NEFT_OF_2, '3 credit 2026-11-03 320000.00 630712345678 IMPS SA-3A3S-WP4N-KZE8', 'balance 1'],
  'federal.csv': ['2 credit 2026-11-02 374000.00 FDRLH26306123456 NEFT', '3 debit 2026-11-03 590.00 - -', 'balance 1'],
  'hdfc-netbanking.csv': [
    '3 credit 2026-11-02 374000.00 SBINN52026110240045678 NEFT SA-7GJN-774Q-EYD8',
    '4 credit 2026-11-03 320000.00 630712345678 IMPS',
    '5 credit 2026-11-04 572000.00 630856789012 UPI',
    'balance 2',
  ],
  'hdfc-xls-as-csv.csv': [
    '9 credit 2026-11-02 246000.00 AXISCN0123456789 NEFT',
    '10 credit 2026-11-03 320000.00 630712345678 IMPS',
    '11 credit 2026-11-03 648000.00 N307261234567890 NEFT SA-3MVV-JF8A-KXDG',
    'balance 2',
  ],
  'hindi-titles.csv': [NEFT_OF_2],
  'hsbc.csv': ['2 credit 2026-11-02 374000.00 HSBCN26306123456 NEFT'],
  'icici-corporate.csv': [
    '4 credit 2026-11-02 2410000.00 HDFCN52026110212345678 NEFT SA-ZF62-CQG6-7Q3F',
    '5 credit 2026-11-03 320000.00 - -',
    '6 debit 2026-11-03 30000.00 - -',
    'balance 2',
  ],
  'icici-retail.csv': [
    '2 credit 2026-11-02 320000.00 630612345678 UPI SA-3A3S-WP4N-KZE8',
    '3 credit 2026-11-03 50000.00 000777 cheque',
    'balance 1',
  ],
  'idbi.csv': [
    '2 credit 2026-11-03 320000.00 630712345678 IMPS SA-3A3S-WP4N-KZE8',
    '3 credit 2026-11-02 374000.00 IBKLN26306123456 NEFT',
    'balance 1',
  ],
  'idfc-first.csv': ['2 credit 2026-11-02 572000.00 UTIBR52026110200612345 RTGS SA-6K2T-BSR7-QDSK'],
  'indian-bank.csv': [
    '2 credit 2026-11-02 374000.00 IDIBN26306123456 NEFT SA-7GJN-774Q-EYD8',
    '3 debit 2026-11-03 590.00 - -',
    'balance 1',
  ],
  'indusind.csv': [
    '2 credit 2026-11-02 374000.00 HDFCH00395034887 - SA-7GJN-774Q-EYD8',
    '3 debit 2026-11-03 30000.00 - -',
    'balance 1',
  ],
  'kotak-overdraft.csv': [
    '4 credit 2026-11-02 374000.00 HDFCH00395034887 NEFT SA-7GJN-774Q-EYD8',
    '5 credit 2026-11-03 320000.00 630712345678 IMPS SA-3A3S-WP4N-KZE8',
    'balance 1',
  ],
  'missing-line.csv': [
    '2 credit 2026-11-01 100.00 - - interest',
    '3 credit 2026-11-03 320000.00 630712345678 IMPS',
    '4 debit 2026-11-04 30000.00 - -',
    'balance 1 wrong 3',
  ],
  'month-first-dates.csv': [
    '2 credit 2026-11-02 374000.00 HDFCH00395034887 NEFT',
    '3 credit 2026-11-03 320000.00 630712345678 IMPS',
    '4 credit 2026-11-04 572000.00 HDFCH00395034888 NEFT',
    '5 credit 2026-11-02 246000.00 HDFCH00395034889 NEFT',
  ],
  'month-first-mixed.csv': [NEFT_OF_2, '3 credit 2026-11-13 320000.00 630712345678 IMPS SA-3A3S-WP4N-KZE8'],
  'narration-over-two-rows.csv': ['2 credit 2026-11-03 648000.01 N307261234567890 NEFT SA-3MVV-JF8A-KXDG'],
  'neft-utr-and-account.csv': [
    '2 credit 2026-11-16 1000.00 N306260195498921 NEFT',
    '3 credit 2026-11-16 2000.00 N306260195498922 NEFT',
    '4 credit 2026-11-17 3000.00 N307260195498923 NEFT',
  ],
  'no-side.csv': ['2 bad side'],
  'overdraft-unsigned.csv': [
    '2 debit 2026-11-01 100.00 - - interest',
    '3 credit 2026-11-02 374000.00 HDFCH00395034887 NEFT',
    '4 credit 2026-11-03 320000.00 630712345678 IMPS',
    'balance 0 wrong 3,4',
  ],
  'pnb.csv': [
    '8 credit 2026-11-02 374000.00 HDFCH00395034887 NEFT SA-7GJN-774Q-EYD8',
    '9 credit 2026-11-03 320000.00 630712345678 UPI SA-3A3S-WP4N-KZE8',
    'balance 1',
  ],
  'prefixed-utr.csv': [
    '2 credit 2026-11-02 1.00 HDFCH00395034887 NEFT',
    '3 credit 2026-11-03 2.00 UTIBR52026110300612345 RTGS',
    '4 credit 2026-11-04 3.00 630812345678 IMPS',
    '5 credit 2026-11-05 4.00 630912345678 UPI',
    '6 credit 2026-11-06 5.00 N310261234567890 NEFT',
    '7 credit 2026-11-07 6.00 - -',
  ],
  'rbl.csv': ['2 credit 2026-11-02 374000.00 RATNN26306123456 NEFT'],
  'repeated-line.csv': [
    '2 credit 2026-11-02 374000.00 HDFCH00395034887 NEFT',
    '3 credit 2026-11-02 374000.00 HDFCH00395034887 NEFT',
    '4 credit 2026-11-03 100.00 000777 cheque',
    '5 credit 2026-11-03 200.00 000777 cheque',
  ],
  'sap-minus.csv': [
    '2 credit 2026-11-02 374000.00 HDFCH00395034887 NEFT',
    '3 debit 2026-11-03 30000.00 - -',
    'balance 1',
  ],
  'sbi-account-statement.txt': SBI,
  'sbi-account-statement.xls': SBI,
  'sbi-net-banking.csv': [
    '19 credit 2026-11-24 1300000.00 N328261234567801 NEFT SA-8ASS-KE5P-GK3D',
    '20 credit 2026-11-24 2410000.00 ICICN52026112400077 NEFT SA-ZF62-CQG6-7Q3F',
    '21 credit 2026-11-24 1444500.00 AXISP00487712345 NEFT SA-WR3F-F26F-VQRG',
    '22 credit 2026-11-25 941000.00 BARBN26329000012 NEFT',
    '23 credit 2026-11-25 1246500.00 PUNBN26329887766 NEFT',
    '24 credit 2026-11-25 460000.00 000451 cheque',
    '25 credit 2026-11-25 1182000.00 KKBKR52026112500913 RTGS SA-KBMB-MRS7-MEJ8 SA-JN5C-BPWM-1JDW',
    '26 credit 2026-11-25 4321.00 - - interest',
    '27 debit 2026-11-25 590.00 - cheque',
    '28 credit 2026-11-25 1.00 633098765432 UPI',
    'balance 9 wrong 25',
  ],
  'sep-line.csv': ['3 credit 2026-11-02 374000.00 HDFCH00395034887 NEFT SA-7GJN-774Q-EYD8'],
  'standard-chartered.csv': ['2 credit 2026-11-03 572000.00 SCBLR12026110300012345 RTGS'],
  'two-pages.csv': [
    '2 credit 2026-11-02 374000.00 CNRBN26306123456 NEFT',
    '7 credit 2026-11-03 320000.00 630712345678 IMPS',
    'balance 1',
  ],
  'two-row-titles.html.xls': TWO_ROW_TITLES,
  'two-row-titles.ods': TWO_ROW_TITLES,
  'two-row-titles.xls': TWO_ROW_TITLES,
  'two-row-titles.xlsb': TWO_ROW_TITLES,
  'two-row-titles.xlsx': TWO_ROW_TITLES,
  'type-words.csv': [
    NEFT_OF_2,
    '3 credit 2026-11-03 320000.00 630712345678 IMPS SA-3A3S-WP4N-KZE8',
    '4 credit 2026-11-04 246000.00 004512 demand_draft',
    '5 debit 2026-11-05 30000.00 - -',
    '6 debit 2026-11-05 590.00 - -',
    '7 credit 2026-11-06 572000.00 HDFCH00395034889 NEFT SA-6K2T-BSR7-QDSK',
  ],
  'uco-total.csv': ['3 credit 2026-11-02 374000.00 UCBAN26306123456 NEFT', 'balance 1'],
  'union-amount-brackets.csv': [
    NEFT_OF_2,
    '3 credit 2026-11-03 320000.00 630712345678 UPI SA-3A3S-WP4N-KZE8',
    '4 debit 2026-11-04 30000.00 - -',
    'balance 2',
  ],
  'unknown-type-with-balance.csv': TYPE_BY_BALANCE,
  'unknown-type-without-balance.csv': ['3 credit 2026-11-03 320000.00 630712345678 IMPS', '2 bad type'],
  'upi-same-payer-twice.csv': [
    '2 credit 2026-11-04 5000.00 630856789012 UPI',
    '3 credit 2026-11-16 572000.00 632056789012 UPI SA-6K2T-BSR7-QDSK',
  ],
  'utf-16.csv': [NEFT_OF_2],
  'wrong-type-with-balance.csv': TYPE_BY_BALANCE,
  'yes.csv': [
    '2 credit 2026-11-03 320000.00 630712345678 IMPS',
    '3 credit 2026-11-02 374000.00 YESBN12026110200012345 NEFT',
    'balance 1',
  ],
  'au-dash-empty.csv': ['2 credit 2026-11-02 111123.00 AUBLN26306112233 NEFT SA-1A1A-2B2B-3C3C'],
  'bandhan-month-glued.csv': [
    '2 credit 2026-11-02 111113.00 UTIBN26306000124 NEFT',
    '3 debit 2026-11-03 59.00 - -',
    'balance 1',
  ],
  'both-sides-title.csv': [
    '2 credit 2026-11-02 1000.00 SBINN52026110200112233 NEFT',
    '3 debit 2026-11-03 500.00 - -',
    'balance 1',
  ],
  'camt-entities.xml': ['refused unreadable'],
  'camt053.xml': [
    '7 credit 2026-11-02 500.00 SBINN52026110200112235 NEFT SA-1A1A-2B2B-3C3C',
    '10 credit 2026-11-02 300.00 HDFCN52026110200112233 -',
    '11 credit 2026-11-02 400.00 HDFCN52026110200112234 -',
    '13 debit 2026-11-02 500.00 - -',
    '15 bad pending',
    'balance 4',
  ],
  'camt054.xml': [
    '5 credit 2026-11-02 800.00 N306261234567890 NEFT returned',
    '6 credit 2026-11-02 700.00 SBINN52026110200112235 NEFT',
    '4 bad currency',
    '7 bad entry',
  ],
  'canara-escaped.csv': [
    '6 credit 2026-11-02 111111.00 BARBN26306123456 NEFT SA-1A1A-2B2B-3C3C',
    '7 debit 2026-11-03 590.00 - -',
    'balance 1',
  ],
  'central-bank-account-description.csv': [
    '2 credit 2026-11-02 111114.00 INDBN02110011223 NEFT SA-1A1A-2B2B-3C3C',
    '3 debit 2026-11-03 30000.00 000451 cheque',
    'balance 1',
  ],
  'cheque-bounced.csv': [
    '2 credit 2026-11-02 460000.00 000451 cheque counter 3',
    '3 debit 2026-11-04 460000.00 000451 cheque returned counter 2',
    '4 debit 2026-11-04 590.00 - cheque',
    'balance 2',
  ],
  'comma-in-narration-unquoted.csv': [
    '2 credit 2026-11-02 22222.00 CNRBN26306112233 NEFT',
    '3 credit 2026-11-03 111128.00 CNRBN26307112233 NEFT SA-1A1A-2B2B-3C3C',
    'balance 1',
  ],
  'coop-receipt-payment.csv': [
    '3 credit 2026-11-02 111119.00 CBINN26306112233 NEFT SA-1A1A-2B2B-3C3C',
    '4 debit 2026-11-03 30000.00 - -',
    'balance 1',
  ],
  'date-on-first-row-only.csv': [
    '2 credit 2026-11-02 111133.00 KKBKN26306112233 NEFT SA-1A1A-2B2B-3C3C',
    '4 debit 2026-11-03 59.00 - -',
    '3 bad date',
    'balance 2',
  ],
  'dollars-title.csv': ['2 bad currency'],
  'dollars.csv': ['3 credit 2026-11-03 600.00 SBINN52026110300112233 NEFT', '2 bad currency'],
  'federal-tran-type.csv': [
    '2 credit 2026-11-02 111136.00 FDRLM26306112233 NEFT SA-1A1A-2B2B-3C3C',
    '3 debit 2026-11-03 30000.00 - - returned',
    'balance 1',
  ],
  'hindi-receipt-payment.csv': [
    '2 credit 2026-11-02 1000.00 SBINN52026110200112233 NEFT',
    '3 debit 2026-11-03 500.00 - -',
    'balance 1',
  ],
  'hsbcnet-narrative.csv': [
    '2 credit 2026-11-02 111115.00 HSBCN26306112233 NEFT SA-1A1A-2B2B-3C3C',
    '3 debit 2026-11-03 30000.00 - -',
    'balance 1',
  ],
  'idbi-crdr-dot.csv': [
    '2 debit 2026-11-03 590.00 - -',
    '3 credit 2026-11-02 111116.00 IBKLN26306112233 NEFT SA-1A1A-2B2B-3C3C',
    'balance 1',
  ],
  'idfc-first.xlsx': [
    '7 credit 2026-11-02 111122.00 IDFBH26306112233 NEFT SA-1A1A-2B2B-3C3C',
    '8 debit 2026-11-03 590.00 - -',
    'balance 2',
  ],
  'indian-bank-inr.csv': [
    '2 credit 2026-11-02 111118.00 IDIBN26306112233 NEFT SA-1A1A-2B2B-3C3C',
    '3 debit 2026-11-03 10000.00 - -',
    'balance 1',
  ],
  'iob-two-dates.csv': [
    '2 credit 2026-11-02 111112.00 SIBLN26306000123 NEFT SA-1A1A-2B2B-3C3C',
    '3 credit 2026-11-03 5001.00 630712345671 UPI',
    'balance 1',
  ],
  'long-rows-no-balance.csv': ['3 credit 2026-11-03 500.00 CNRBN26307112233 NEFT', '2 bad cells'],
  'mixed-debit-signs-balance.csv': [
    '2 debit 2026-11-02 30000.00 - -',
    '3 credit 2026-11-03 5900.00 - - SA-10FP-0WER-B111 returned',
    '4 credit 2026-11-04 1000.00 SBINN52026110400112233 NEFT',
    'balance 2',
  ],
  'mixed-debit-signs.csv': [
    '2 debit 2026-11-02 30000.00 - -',
    '4 credit 2026-11-04 1000.00 SBINN52026110400112233 NEFT',
    '3 bad sign',
  ],
  'mt940-statement.sta': [
    '5 credit 2026-11-02 111130.00 SBINN52026110200112235 NEFT SA-1A1A-2B2B-3C3C',
    '8 debit 2026-11-03 30000.00 - -',
    'balance 2',
  ],
  'mt940-structured.sta': [
    '6 credit 2026-11-02 500.00 SBINN52026110200112235 NEFT SA-1A1A-2B2B-3C3C',
    '8 credit 2026-11-03 200.00 N307261234567890 NEFT returned',
    '10 bad entry',
    'balance 2',
  ],
  'mt940-wrong-closing.sta': [
    '4 credit 2026-11-02 500.00 SBINN52026110200112235 NEFT account 9999',
    '11 bad currency',
    'balance 0 wrong 4',
  ],
  'neft-return.csv': [
    '2 credit 2026-11-02 43210.00 N306260195491234 NEFT SA-1A1A-2B2B-3C3C returned',
    '3 credit 2026-11-05 4321.00 - - interest',
  ],
  'negative-debit-no-balance.csv': [
    '2 credit 2026-11-02 111126.00 SBINN52026110200112233 NEFT SA-1A1A-2B2B-3C3C',
    '3 debit 2026-11-03 30000.00 - -',
    '4 debit 2026-11-04 5900.00 - -',
  ],
  'password-protected.xlsx': ['refused password'],
  'pnb-one-corporate.csv': [
    '2 credit 2026-11-02 111137.00 PUNBH26306112233 NEFT SA-1A1A-2B2B-3C3C',
    '3 debit 2026-11-01 30000.00 - -',
    'balance 1',
  ],
  'rrn-broken.csv': [
    '2 credit 2026-11-03 500.00 630712345678 IMPS',
    '4 credit 2026-11-03 600.00 AXISCN0123456789 NEFT',
    '5 credit 2026-11-03 700.00 AXISCN0123456790 NEFT',
    '6 credit 2026-11-03 800.00 - NEFT',
  ],
  'rrn-scientific.csv': ['2 credit 2026-11-02 111132.00 - IMPS SA-1A1A-2B2B-3C3C'],
  'sbi-title-over-two-lines.csv': [
    '6 credit 2026-11-02 111135.00 UTIBN62026110200112233 NEFT SA-1A1A-2B2B-3C3C',
    '7 credit 2026-11-02 5002.00 630612345673 IMPS',
    'balance 2',
  ],
  'statement.pdf': ['refused not_a_table'],
  'tally-bank-book.csv': ['own_book'],
  'title-corrected.csv': [
    '2 credit 2026-11-02 1000.00 SBINN52026110200112233 NEFT',
    '3 credit 2026-11-03 500.00 SBINN52026110300112234 NEFT',
    '4 debit 2026-11-04 300.00 - -',
    '5 debit 2026-11-05 100.00 - -',
    'balance 3 turned 3',
  ],
  'two-accounts-blocks.csv': [
    '3 credit 2026-11-02 1000.00 SBINN52026110200112233 NEFT account 2222',
    '4 debit 2026-11-03 500.00 - - account 2222',
    '7 credit 2026-11-02 700.00 SBINN52026110200112244 NEFT account 8888',
    '8 credit 2026-11-03 300.00 SBINN52026110300112244 NEFT account 8888',
    'balance 2',
  ],
  'two-accounts-one-file.csv': [
    '2 credit 2026-11-02 111125.00 HDFCN52026110200112233 NEFT SA-1A1A-2B2B-3C3C account 2222',
    '3 credit 2026-11-02 555555.00 N306260195490001 NEFT account 8888',
    '4 debit 2026-11-03 590.00 - - account 2222',
    'balance 1',
  ],
  'two-currencies-blocks.csv': [
    '3 credit 2026-11-02 1000.00 SBINN52026110200112233 NEFT account 2222',
    '9 credit 2026-11-03 300.00 SBINN52026110300112255 NEFT account 6666',
    '6 bad currency',
  ],
  'union-tran-id-and-utr.csv': [
    '2 credit 2026-11-02 111124.00 UBINN26306112233 NEFT SA-1A1A-2B2B-3C3C',
    '3 debit 2026-11-03 30000.00 630712345672 UPI',
    'balance 1',
  ],
  'unquoted-amounts.csv': ['3 credit 2026-11-03 500.00 CNRBN26307112233 NEFT', '2 bad cells'],
  'yes-bank-wrapped.csv': ['2 credit 2026-11-02 111121.00 YESBN12026110200112233 NEFT SA-1A1A-2B2B-3C3C'],
};

test.each(Object.entries(STATEMENTS))('the statement %s', (file, expected) => {
  expect(summaryOf(file)).toEqual(expected);
});

test('each file of the folder is one of them', () => {
  expect(Object.keys(STATEMENTS).toSorted()).toEqual(readdirSync(FOLDER).toSorted());
});

test('payers and their banks are read from the text', () => {
  const { lines } = read(sheetsOf('sbi-net-banking.csv'));
  expect(lines.map(({ payer, payerBank }) => [payer, payerBank])).toEqual([
    ['NARMADA TEXTILES LTD', 'HDFC'],
    ['BETWA CEMENT PVT', 'ICIC'],
    ['CHAMBAL AUTO COMPO', 'UTIB'],
    ['TAPTI FOODS', 'BARB'],
    ['SON POWER LIMITED', 'PUNB'],
    ['KEN INFOTECH LLP', ''],
    ['PARVATI ENGG WORKS', 'KKBK'],
    ['INTEREST CREDIT', ''],
    ['RETURN CHARGES', ''],
    ['MAHESH K', ''],
  ]);
});

test('the layout says what was assumed', () => {
  const { layout } = read(sheetsOf('two-row-titles.xlsx'));
  expect(layout).toMatchObject({
    sheet: 'Statement',
    headerLine: 3,
    titles: ['Txn Date', 'Narration', 'UTR', 'Amount Withdrawal', 'Amount Deposit', 'Balance'],
    columns: { date: 0, text: 1, reference: 2, debit: 3, credit: 4, balance: 5, amount: null, side: null },
    dayOrder: 'day first',
    decimal: '.',
    account: '00000099999999',
  });
  expect(read(sheetsOf('month-first-mixed.csv')).layout.dayOrder).toBe('month first');
  expect(read(sheetsOf('sap-minus.csv')).layout.decimal).toBe(',');
});

test('a line of words above the titles is no part of them', () => {
  const sheets = sheetOf(['My bank'], ['Txn Date', 'Narration', 'Credit'], ['02/11/2026', 'NEFT', '10']);
  expect(read(sheets).layout.titles).toEqual(['Txn Date', 'Narration', 'Credit']);
});

/** A sheet of a text file, from the first line on. */
const sheetOf = (...rows: Row['cells'][]): Sheet[] => [
  { name: '', hidden: false, rows: rows.map((cells, at) => ({ line: at + 1, cells })), merges: [] },
];

test('H2 a row with a day and a number that moves nothing is a bad line, and none of those that are left out', () => {
  const sheets = sheetOf(
    ['Date', 'Narration', 'Debit', 'Credit', 'Balance'],
    ['02/11/2026', 'NEFT HDFCH00395034887 CHAMBAL', null, '1000.00', '1000.00'],
    ['03/11/2026', 'NEFT HDFCH00395034888 KEN', null, null, '1500.00'],
    ['04/11/2026', 'No transactions', null, null, null],
  );
  const statement = read(sheets);
  expect(statement.bad).toMatchObject([{ line: 3, problem: { code: 'none', params: { value: '1500.00' } } }]);
  expect(statement).toMatchObject({ lines: [{ line: 2 }], skipped: 1 });
});

test('H2 a row that ends before the balance of the others is a bad line: an empty cell is missing in front of its amount', () => {
  const titles = ['Date', 'Narration', 'Ref No', 'Debit', 'Credit', 'Balance'];
  const first = ['01/11/2026', 'NEFT HDFCH00395034887 CHAMBAL', '', '', '100.00', '100.00'];
  const last = ['03/11/2026', 'NEFT HDFCH00395034889 KEN', '', '', '50.00', '650.00'];
  const shifted = ['02/11/2026', 'NEFT HDFCH00395034888 MAHI', '500.00', '600.00'];
  const statement = read(sheetOf(titles, first, shifted, last));
  expect(statement.lines.map(({ line, side, amountPaise }) => [line, side, amountPaise])).toEqual([
    [2, 'credit', 100_00],
    [4, 'credit', 50_00],
  ]);
  expect(statement.bad).toMatchObject([{ line: 3, problem: { code: 'cells' } }]);
  // Where few rows have a balance, and in a workbook, nothing is missing.
  const short = (row: string[]) => row.slice(0, 5);
  expect(read(sheetOf(titles, short(first), short(last))).lines).toHaveLength(2);
  const [sheet] = sheetOf(titles, first, short(last), last);
  expect(read([{ ...sheet!, name: 'Statement' }]).lines).toHaveLength(3);
});

test.each([
  ['All amounts in US Dollars', 'Balance', 'USD'],
  ['Account Type : EEFC-USD', 'Balance', 'USD'],
  ['Statement of account', 'Balance (USD)', 'USD'],
  ['Amounts in EUR', 'Balance', 'EUR'],
  ['Account Type : SAVINGS', 'Balance', null],
  ['Amounts in INR', 'Balance', null],
])('H7 below %s and %s an amount is in %s', (above, balance, code) => {
  const row = ['02/11/2026', 'WIRE', null, '500.00', '500.00'];
  const { lines, bad } = read(sheetOf([above], ['Date', 'Narration', 'Debit', 'Credit', balance], row));
  expect(lines).toHaveLength(code === null ? 1 : 0);
  expect(bad.map(({ problem }) => problem.params?.value)).toEqual(code === null ? [] : [`${code} 500.00`]);
  // A title in rupees is believed.
  if (above.startsWith('Statement'))
    expect(read(sheetOf([above], ['Date', 'Narration', 'Debit', 'Credit (INR)', balance], row)).lines).toHaveLength(1);
});

test('columns that somebody chooses replace those of the titles, and the balance finds them swapped', () => {
  const sheets = sheetOf(
    ['Tarikh', 'Vivaran', 'A', 'B', 'C'],
    ['02/11/2026', 'NEFT HDFCH00395034887 CHAMBAL', null, '374000.00', '474000.00'],
    ['03/11/2026', 'Office rent', '30000.00', null, '444000.00'],
    ['04/11/2026', 'IMPS 630812345678 KEN', null, '320000.00', '764000.00'],
  );
  expect(read(sheets).lines).toEqual([]);
  const names = { date: 0, text: 1, balance: 4 };
  const expected = ['3 debit 2026-11-03 30000.00 - -', '4 credit 2026-11-04 320000.00 630812345678 IMPS'];
  const right = linesOf(read(sheets, { ...names, debit: 2, credit: 3 }));
  expect(right).toEqual(['2 credit 2026-11-02 374000.00 HDFCH00395034887 NEFT', ...expected, 'balance 2']);
  // Only the first line has no balance before it.
  const swapped = read(sheets, { ...names, debit: 3, credit: 2 });
  expect(linesOf(swapped).at(-1)).toBe('balance 0 wrong 3,4');
});

test.each([[['Date', 'Credit']], [['A', 'B', 'C']], [['Name', 'City']]])(
  '%j without days is no statement',
  (titles) => {
    expect(readStatement(sheetOf(titles, ['Rewa', 'x']), { today: TODAY })).toBe('no_titles');
  },
);
