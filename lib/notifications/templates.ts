import 'server-only';
import { periodText } from '@/lib/adoption/core/period';
import { adoptionPath } from '@/lib/adoption/core/rules';
import { namesIn } from '@/lib/catalogue/localized-names';
import { offerTexts, type OfferNames } from '@/lib/catalogue/names';
import { formatDateTimeWithZone } from '@/lib/platform/dates';
import { env } from '@/lib/platform/env';
import { formatINR } from '@/lib/platform/money';
import { DEFAULT_LOCALE, isLocale, type Locale } from '@/lib/platform/i18n/locale';
import { getTranslator } from '@/lib/platform/i18n/server';
import { emailBody, type Paragraph } from '@/lib/delivery/email';
import { quoteName } from '@/lib/delivery/quote';
import type { Attachment, Message } from '@/lib/delivery/schema';
import { partValues, type PartPaid } from '@/lib/documents/paper-rules';
import { maskEmail } from '@/lib/accounts/codes/rules';
import type { Settings } from '@/lib/settings/schema';
import { MESSAGE_KINDS, type MessageKind } from './schema';
import type { MessageRow } from './statements';

/** Maximum characters of a company name. */
const MAX_COMPANY = 60;
/** Maximum characters of the names of an offer. */
const MAX_OFFER = 200;
/** Maximum characters of the name of a paper. */
const MAX_PAPER = 120;

/** States without which a message has nothing to say any more. */
const ONLY_IN: Partial<Record<MessageKind, MessageRow['state']>> = {
  transfer: 'pledged',
  extended: 'pledged',
  reminder: 'pledged',
  lapsed: 'lapsed',
};

/**
 * True for a message that was delayed until it is no longer true, such as a reminder of an adoption that was paid, for one
 * to a deleted account, and for a kind that only the release before sends.
 */
export function isObsolete({ kind, detail, state, sponsor, dueAt, isOver }: MessageRow): boolean {
  if (sponsor.email === '' || !MESSAGE_KINDS.includes(kind)) return true;
  const needed = ONLY_IN[kind];
  if (needed && state !== needed) return true;
  if (detail.moved?.until && Date.parse(detail.moved.until) <= Date.now()) return true;
  return kind === 'reminder' && (dueAt === null || isOver);
}

/** The language of a message. */
export const localeOf = ({ locale }: Pick<MessageRow, 'locale'>): Locale =>
  isLocale(locale) ? locale : DEFAULT_LOCALE;

/**
 * Returns the e-mail of a message, with the present data of its billing, in its language. It begins with our own words;
 * the company name is quoted and cannot form a link (docs/decisions/0019).
 * @param body the receiving body, whose bank account is named while money is missing
 * @param contact the support contact
 */
export function notificationEmail(
  row: MessageRow,
  body: Settings['body'],
  contact: string,
  attachments: readonly Attachment[] = [],
): Message {
  const { id, kind, detail, reference, sponsor, seats, dueAt } = row;
  const locale = localeOf(row);
  const t = getTranslator(locale, 'notification');
  const values = {
    reference,
    seats,
    before: detail.seats_before ?? seats,
    total: formatINR(row.totalPaise),
    period: periodText(getTranslator(locale, 'common'), { sessions: row.sessions, untilEndPaise: null }, 2),
    amount: formatINR(detail.amount_paise ?? 0),
    tds: detail.tds_paise ? formatINR(detail.tds_paise) : 'none',
    session: detail.session ?? 'none',
    decision: detail.accepted ? 'accepted' : 'declined',
    ...movedTexts(detail, locale),
  };
  if (kind === 'email_changed' || kind === 'email_requested') {
    // The mailbox may belong to somebody else: nothing about the adoption beyond its reference.
    const text = t(`${kind}.text`, { ...values, email: detail.email ?? maskEmail(sponsor.email) });
    return {
      channel: 'email',
      to: detail.former_email!,
      subject: t(`${kind}.subject`, { reference }),
      ...emailBody([text, t(`${kind}.unknown`, { contact })]),
      attachments: [],
      idempotencyKey: id,
    };
  }
  if (kind === 'letter') {
    const several = detail.adoptions && detail.adoptions.length > 1 ? detail.adoptions : null;
    const pages: Paragraph[] = several
      ? several.flatMap((one): Paragraph[] => [
          one.reference,
          { link: `${new URL(one.path, env().APP_URL).href}#messages` },
        ])
      : [{ link: `${addressOf(row)}#messages` }];
    const unproven = t(row.isRegistered ? 'unprovenAccount' : 'unproven', { contact, documents: 'attached' });
    const paragraphs: Paragraph[] = [
      several ? t('letter.textMany') : t('letter.text', { reference }),
      detail.text ?? '',
      t(row.isRegistered ? 'letter.sponsor' : 'letter.guest'),
      ...pages,
      ...(row.isUnproven ? [unproven] : []),
      t('questions', { contact }),
    ];
    const subject = several ? t('letter.subjectMany', { count: several.length }) : t('letter.subject', { reference });
    return {
      channel: 'email',
      to: sponsor.email,
      subject,
      ...emailBody(paragraphs),
      attachments: [],
      idempotencyKey: id,
    };
  }
  const paragraphs: Paragraph[] = [t(`${kind}.text`, values)];
  if (detail.answer) paragraphs.push(detail.answer);
  if (row.part) paragraphs.push(t('part', { ...values, ...partTexts(row.part) }));
  if ((kind === 'paid' || kind === 'paid_copy') && row.isTestPayment) paragraphs.push(t('test'));
  if (row.outstandingPaise > 0) {
    const outstanding = formatINR(row.outstandingPaise);
    // A term ends with a moment; the last one before it is the one to pay in.
    const due = dueAt === null ? '' : formatDateTimeWithZone(new Date(dueAt.getTime() - 1), locale);
    const request = !due ? 'pay' : row.lapses ? 'payBy' : 'payRest';
    const isPart = row.dueNextPaise < row.outstandingPaise;
    const part = formatINR(row.dueNextPaise);
    paragraphs.push(t(isPart ? `${request}Part` : request, { outstanding, part, due }), ...howToPay());
  }
  if (row.refundDuePaise > 0) paragraphs.push(t('refundDue', { amount: formatINR(row.refundDuePaise) }));
  paragraphs.push(t('company', { company: quoteName(sponsor.company, MAX_COMPANY) }));
  if (attachments.length > 0 || kind === 'papers') paragraphs.push(t('attached', { count: attachments.length }));
  paragraphs.push(t(row.isRegistered ? 'find.sponsor' : 'find.guest'), { link: addressOf(row) });
  if (!row.isRegistered)
    paragraphs.push(t('find.reference', { reference }), { link: new URL('/adoptions', env().APP_URL).href });
  if (detail.paper_reference)
    paragraphs.push(t('entered', { paper: quoteName(detail.paper_reference, MAX_PAPER), contact }));
  const documents = attachments.length > 0 ? 'attached' : 'missing';
  if (row.isUnproven) paragraphs.push(t(row.isRegistered ? 'unprovenAccount' : 'unproven', { contact, documents }));
  paragraphs.push(t('questions', { contact }));
  return {
    channel: 'email',
    to: sponsor.email,
    subject: t(`${kind}.subject`, { reference }),
    ...emailBody(paragraphs),
    attachments,
    idempotencyKey: id,
  };

  function howToPay(): string[] {
    const { accountName, accountNumber, ifsc, bankName } = body;
    if (!accountNumber) return [t('bank.ask', { contact })];
    const lines = (['accountName', 'accountNumber', 'ifsc', 'bankName'] as const)
      .filter((field) => body[field])
      .map((field) => t(`bank.${field}`, { accountName, accountNumber, ifsc, bankName }));
    return [[t('bank.intro'), ...lines].join('\n'), t('bank.remark', { reference })];
  }
}

/** Seats that move, between which offers, what that costs more or less, and until when it is asked. */
function movedTexts({ moved }: MessageRow['detail'], locale: Locale) {
  const names = namesIn(locale);
  const named = (offer?: OfferNames) => (offer ? quoteName(offerTexts(names, offer).join(', '), MAX_OFFER) : '');
  const difference = moved?.difference_paise ?? 0;
  return {
    moved: moved?.seats ?? 0,
    from: named(moved?.from),
    to: named(moved?.to),
    change: difference === 0 ? 'same' : difference > 0 ? 'more' : 'less',
    difference: formatINR(Math.abs(difference)),
    until: moved?.until ? formatDateTimeWithZone(new Date(Date.parse(moved.until) - 1), locale) : '',
  };
}

/** What a receipt says that is not for the whole: which part it is for, and what was received so far. */
const partTexts = (part: PartPaid) => ({
  ...partValues(part),
  received: formatINR(part.receivedPaise),
  tds: part.tdsPaise > 0 ? formatINR(part.tdsPaise) : 'none',
});

function addressOf({ isRegistered, billingId, reference }: MessageRow): string {
  return new URL(adoptionPath({ isRegistered, billingId, reference }), env().APP_URL).href;
}
