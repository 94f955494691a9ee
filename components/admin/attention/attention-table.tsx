import type { ChangeRequestKind } from '@/db/schema/enums';
import { differenceText } from '@/components/admin/settlements/difference-text';
import { adoptionHref } from '@/components/admin/adoptions/adoption-link';
import { Moment } from '@/components/admin/moment';
import { DataTable } from '@/components/platform/ui/data-table';
import { Link } from '@/components/platform/ui/link';
import type { AttentionRow } from '@/lib/admin/attention/schema';
import { ENTRY_LIST } from '@/lib/entries/schema';
import { FUNDS_LIST } from '@/lib/funds/schema';
import { MOVE_LIST } from '@/lib/admin/moves/schema';
import { PROPOSAL_LIST } from '@/lib/proposals/schema';
import { REPORT_LIST } from '@/lib/register/checks/schema';
import { RESERVATION_LIST } from '@/lib/admin/reservations/schema';
import { USER_LIST } from '@/lib/admin/users-and-billings/schema';
import { formatDate, formatDateTime, indianDay, indianIsoDay } from '@/lib/platform/dates';
import { formatCount } from '@/lib/platform/format-count';
import { formatINR } from '@/lib/platform/money';
import { getTranslator } from '@/lib/platform/i18n/server';
import { AssignReceipt } from './assign-receipt';
import { CheckPayment } from './check-payment';
import { ReasonAction } from './reason-action';
import { RemindOffice } from './remind-office';

const t = getTranslator('en', 'attention');

type AttentionTableProps = {
  labelledBy: string;
  rows: readonly AttentionRow[];
  /** Whether the viewer may act on money and alerts. */
  canAct: boolean;
  /** Whether the viewer may remind offices. */
  canRemind: boolean;
  /** Whether receipts, or institutes with late reports, can be chosen, within a RowSelection. */
  canChoose?: boolean;
};

/** What waits for an administrator; each row leads to its adoption. */
export function AttentionTable({ labelledBy, rows, canAct, canRemind, canChoose = false }: AttentionTableProps) {
  const isOfOffice = ({ kind, reference }: AttentionRow) =>
    kind === 'reports_late' || (kind === 'conversation' && reference === null);
  const mayAct = (row: AttentionRow) => (isOfOffice(row) ? canRemind : canAct) && hasAct(row);
  return (
    <DataTable
      labelledBy={labelledBy}
      rows={rows}
      rowKey={({ kind, id }) => `${kind} ${id}`}
      selection={
        canChoose &&
        ((row) =>
          canBeConfirmed(row) || canBeReminded(row) ? { value: row.id, label: row.reference ?? row.company } : null)
      }
      columns={[
        {
          title: t('column.reference'),
          as: 'digits',
          cell: ReferenceCell,
        },
        { title: t('column.company'), as: 'name', className: 'font-semibold', cell: ({ company }) => company },
        { title: t('column.kind'), cell: ({ kind }) => t(`kind.${kind}`) },
        {
          title: t('column.amount'),
          as: 'figure',
          cell: ({ amountPaise }) => amountPaise !== null && formatINR(amountPaise),
        },
        { title: t('column.details'), as: 'long', cell: detailsOf },
        { title: t('column.since'), as: 'digits', cell: ({ since }) => <Moment at={since} /> },
        rows.some(mayAct) && {
          title: t('column.actions'),
          as: 'actions',
          cell: (row) => mayAct(row) && <Actions row={row} />,
        },
      ]}
    />
  );
}

function ReferenceCell({ kind, reference, company, about, value }: AttentionRow) {
  if (reference !== null) return <Link href={adoptionHref(reference)}>{reference}</Link>;
  if (kind === 'conversation') return <Link href={`/admin/offices/${about ?? ''}`}>{t('toOffice')}</Link>;
  if (kind === 'email_waits') return <Link href={USER_LIST.href({ q: about ?? '' })}>{t('toUser')}</Link>;
  if (kind === 'entry') return <Link href={ENTRY_LIST.href({ q: company, state: 'waiting' })}>{t('toEntry')}</Link>;
  if (kind === 'agreement')
    return <Link href={RESERVATION_LIST.href({ q: company, state: 'waiting' })}>{t('toAgreement')}</Link>;
  if (kind === 'move_back') return <Link href={MOVE_LIST.href({ state: 'back' })}>{t('toMoves')}</Link>;
  if (kind === 'proposal')
    return <Link href={PROPOSAL_LIST.href({ q: company, state: 'open' })}>{t('toProposals')}</Link>;
  if (kind === 'reports_late')
    return <Link href={REPORT_LIST.href({ q: company, state: 'late' })}>{t('toReports')}</Link>;
  if (kind === 'bank_order') return <Link href={`/admin/funds/${value ?? ''}`}>{t('toFunds')}</Link>;
  if (kind === 'release_waits' || kind === 'alone' || kind === 'payee_account')
    return <Link href={FUNDS_LIST.href({ q: company })}>{t('toFunds')}</Link>;
  return t('noAdoption');
}

/** Whether a row is an institute with late reports whose office was not reminded today. */
export const canBeReminded = ({ kind, about }: Pick<AttentionRow, 'kind' | 'about'>) =>
  kind === 'reports_late' && about !== indianIsoDay(new Date());

const hasAct = ({ kind, about }: AttentionRow) =>
  ['unmatched', 'receipt_waits', 'unanswered', 'unusual', 'codes', 'mailbox', 'conversation'].includes(kind) ||
  (kind === 'settlement' && about !== 'unread') ||
  canBeReminded({ kind, about });

function Actions({ row }: { row: AttentionRow }) {
  const { id, kind, company } = row;
  const amount = formatINR(row.amountPaise ?? 0);
  if (kind === 'reports_late') return <RemindOffice id={id} institute={company} />;
  if (kind === 'unanswered') return <CheckPayment id={id} payment={t('check.payment', { amount, company })} />;
  if (kind === 'settlement') return <ReasonAction action="explain" id={id} subject={`${amount}, ${detailsOf(row)}`} />;
  if (kind === 'unusual' || kind === 'codes' || kind === 'mailbox')
    return <ReasonAction action="look" id={id} subject={[company, detailsOf(row)].filter(Boolean).join(', ')} />;
  if (kind === 'conversation')
    return <ReasonAction action="end" id={id} side={row.reference === null ? 'office' : 'sponsor'} subject={company} />;
  const receipt = receiptOf(row);
  const { reference, version } = row;
  if (reference !== null && version !== null)
    return <ReasonAction action="confirm" id={id} adoption={{ reference, version }} subject={subjectOf(row)} />;
  return (
    <div>
      <AssignReceipt {...receipt} bankReference={row.note ?? ''} amountPaise={row.amountPaise ?? 0} />
      <ReasonAction action="reject" id={id} subject={receipt.receipt} />
    </div>
  );
}

/** Names a receipt that waits in short: the row says the rest. */
const subjectOf = ({ amountPaise, company, about, note }: AttentionRow) =>
  `${formatINR(amountPaise ?? 0)}, ${company}: ${recordedOf(about, note)}`;

/** Whether a row is a receipt that a second administrator confirms. */
export const canBeConfirmed = ({ kind, version }: AttentionRow) => kind === 'receipt_waits' && version !== null;

type Details = Pick<
  AttentionRow,
  'kind' | 'totalPaise' | 'value' | 'most' | 'about' | 'note' | 'by' | 'day' | 'payer' | 'missingPaise'
>;

function detailsOf(row: Details): string {
  const { kind, totalPaise, about, note, by } = row;
  const withAdmin = (text: string) => (by === null ? text : `${text}, ${t('by', { admin: by })}`);
  switch (kind) {
    case 'restored':
      return t('restored', { at: note === null ? '–' : formatDateTime(new Date(note)) });
    case 'job':
      return t('job', { job: about ?? '', error: note ?? '' });
    case 'account_waits':
      return t('accountWaits', { account: note ?? '', proposer: by ?? '–' });
    case 'account_changed':
      return t('accountChanged', { account: note ?? '', proposer: about ?? by ?? '–', confirmer: by ?? '–' });
    case 'email_waits':
      return t('emailWaits', { present: about ?? '', email: note ?? '', proposer: by ?? '–' });
    case 'email_changed':
      return t('emailChanged', { email: note ?? '', proposer: about ?? by ?? '–', confirmer: by ?? '–' });
    case 'over_term':
    case 'short':
    case 'bounced':
      return t('missing', { total: formatINR(totalPaise ?? 0) });
    case 'refund_due':
      return t('toPayBack');
    case 'passed_too_much':
      return t('passedTooMuch');
    case 'paid_back_too_much':
      return t('paidBackTooMuch');
    case 'alone':
      return withAdmin(t('alone', { what: about ?? '' }));
    case 'transfer_told': {
      const notice = t('told', {
        reference: note ?? '',
        day: about === null ? '–' : formatDate(indianDay(about), 'en'),
      });
      return totalPaise ? `${notice}, ${t('tds', { tds: formatINR(totalPaise) })}` : notice;
    }
    case 'receipt_waits':
      return withAdmin(
        [waitsOf(row), totalPaise ? t('tds', { tds: formatINR(totalPaise) }) : ''].filter(Boolean).join(', '),
      );
    case 'unmatched':
    case 'refund_waits':
    case 'release_waits':
      return withAdmin(
        [recordedOf(about, note), totalPaise ? t('tds', { tds: formatINR(totalPaise) }) : '']
          .filter(Boolean)
          .join(', '),
      );
    case 'payee_account':
      return withAdmin(t('payeeAccount', { holder: about ?? '', number: note ?? '' }));
    case 'bank_order':
      return t('bankOrder', { file: row.value ?? 0, day: about === null ? '–' : formatDate(indianDay(about), 'en') });
    case 'online_refund':
      return t(`onlineRefund.${about as 'failed'}`, { reason: note?.replaceAll('_', ' ') ?? '–' });
    case 'dispute':
      return t('dispute', { transaction: note ?? '' });
    case 'settlement':
      return differenceText({ kind: about as 'missing', item: note ?? '', expectedPaise: totalPaise });
    case 'unanswered':
      return t('unanswered', { payment: note ?? '' });
    case 'request':
      return withAdmin(t(`requestBy.${about as ChangeRequestKind}`, { reason: note ?? '' }));
    case 'conversation':
      return t('unansweredMessages', { count: row.value ?? 0, text: note ?? '' });
    case 'entry':
    case 'agreement':
    case 'move_back':
      return withAdmin(t('seatsOf', { seats: row.value ?? 0, note: note ?? '' }));
    case 'proposal':
      return t('proposals', { count: row.value ?? 0 });
    case 'reports_late':
      return t('reportsLate', {
        count: row.value ?? 0,
        reminded: about === null ? 'no' : about === indianIsoDay(new Date()) ? 'today' : 'yes',
        day: about === null ? '–' : formatDate(indianDay(about), 'en'),
      });
    case 'message':
      return t('message', { kind: messageName(about ?? ''), error: note ?? '–' });
    case 'mailbox': {
      const { full_name: name = '', phone_number: phone = '' } = JSON.parse(about ?? '{}') as Record<string, string>;
      return t('mailbox', { name, phone, email: note ?? '' });
    }
    case 'unusual':
    case 'codes':
      return alertOf(row);
  }
}

function alertOf({ value, most, about, note }: Details): string {
  const seats = formatCount(value ?? 0);
  switch (about) {
    case 'limit': {
      const [kind = '', name = ''] = (note ?? '').split(/:(.*)/s);
      const shown = kind === 'network' ? '' : name;
      return t('alert.limit', { kind, name: shown, seats, most: formatCount(most ?? 0) });
    }
    case 'network':
      return t('alert.network', { contacts: seats });
    case 'fast':
      return t('alert.fast', { seats: value ?? 0, left: Math.max(0, (most ?? 0) - (value ?? 0)) });
    default:
      return t(note?.endsWith('_for_strangers') ? 'alert.codesForStrangers' : 'alert.codes', { cap: seats });
  }
}

const waitsOf = ({ about, note, day, payer, missingPaise }: Details) =>
  t('waits', {
    mode: t(`mode.${about as 'NEFT'}`),
    reference: note ?? '',
    day: day === null ? '–' : formatDate(indianDay(day), 'en'),
    payer: payer ?? '–',
    missing: formatINR(missingPaise ?? 0),
  });

const recordedOf = (mode: string | null, reference: string | null) =>
  t('recorded', { mode: t(`mode.${mode as 'NEFT'}`), reference: reference ?? '' });

/** A kind that this version does not know is shown as it is stored. */
const messageName = (kind: string) =>
  t.has(`messageKind.${kind as 'paid'}`) ? t(`messageKind.${kind as 'paid'}`) : kind;

const receiptOf = ({ id, company, amountPaise, about, note }: AttentionRow) => ({
  id,
  receipt: t('assign.receipt', {
    amount: formatINR(amountPaise ?? 0),
    payer: company,
    mode: t(`mode.${about as 'NEFT'}`),
    reference: note ?? '',
  }),
});
