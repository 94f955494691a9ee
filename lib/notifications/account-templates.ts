import 'server-only';
import { instituteWithCity } from '@/lib/catalogue/names';
import { namesIn } from '@/lib/catalogue/localized-names';
import { changeText } from '@/lib/catalogue/proposals';
import { offerText } from '@/lib/catalogue/rules';
import { periodText } from '@/lib/adoption/core/period';
import { formatDate, formatDateTimeWithZone, indianDay } from '@/lib/platform/dates';
import { lastDayOf } from '@/lib/platform/financial-year';
import { formatINR } from '@/lib/platform/money';
import type { Locale } from '@/lib/platform/i18n/locale';
import { getTranslator } from '@/lib/platform/i18n/server';
import { emailBody, type Paragraph } from '@/lib/delivery/email';
import type { Attachment, Message } from '@/lib/delivery/schema';
import { quoteName } from '@/lib/delivery/quote';
import { absoluteUrl } from '@/lib/platform/site/metadata';
import { newsTexts } from './news-template';
import type { AccountMessageRow } from './statements';
import { localeOf } from './templates';

/** Maximum characters of a name. */
const MAX_NAME = 60;
/** Maximum characters of a filter in words. */
const MAX_FILTER = 800;
/** Maximum characters of a reason. */
const MAX_REASON = 500;

/** What administrators read is in English. */
const tAttention = getTranslator('en', 'attention');
const tTables = getTranslator('en', 'spreadsheet.mail');

/** Where the owner of an account sees its sessions and ends them. */
const sessionsParagraphs = (locale: Locale): Paragraph[] => [
  getTranslator(locale, 'message')('account.sessions'),
  { link: absoluteUrl('/dashboard/profile') },
];

/**
 * Returns the e-mail that tells the owner of an account about a change of it, or somebody about reserved seats or students.
 * @param contact the support contact
 * @param attachments of renewalAttachments
 */
export function accountEmail(
  row: AccountMessageRow,
  contact: string,
  attachments: readonly Attachment[] = [],
): Message {
  const { subject, paragraphs } = textsOf(row, localeOf(row), contact);
  return {
    channel: 'email',
    to: row.recipient,
    subject,
    ...emailBody(paragraphs),
    attachments,
    idempotencyKey: row.id,
  };
}

/** The names of what somebody waited for. */
function wantedOf({ type = '', branch = '', city = '', km }: AccountMessageRow['detail'], locale: Locale) {
  const names = namesIn(locale);
  const place = names.place(city);
  const around = km === undefined ? place : getTranslator(locale, 'message')('waiting.around', { city: place, km });
  return { type: names.type(type), branch: names.branch(branch, null), city: around };
}

function textsOf(row: AccountMessageRow, locale: Locale, contact: string) {
  const { kind, recipient, detail } = row;
  const t = getTranslator(locale, 'message');
  const reset: Paragraph = { link: absoluteUrl('/reset-password') };
  switch (kind) {
    case 'account_password_reset':
      return {
        subject: t('account.password_subject'),
        paragraphs: [
          t('account.password_reset'),
          ...(detail.phone_removed ? [t('account.phone_removed')] : []),
          ...sessionsParagraphs(locale),
          t('account.not_you'),
          reset,
        ],
      };
    case 'account_password_changed':
      return {
        subject: t('account.password_subject'),
        paragraphs: [
          t('account.password_changed'),
          ...sessionsParagraphs(locale),
          t('account.not_you_password'),
          reset,
        ],
      };
    case 'account_email_proposed':
      return {
        subject: t('account.proposed_subject'),
        paragraphs: [
          t('account.email_proposed', { email: detail.email ?? '' }),
          t('account.not_you_proposed'),
          contact,
        ],
      };
    case 'account_email_changed': {
      const email = detail.email ?? '';
      // Who reads the former address cannot set another password any more, so that it names the support.
      const notYou = t(detail.by_team ? 'account.not_you_email_by_team' : 'account.not_you_email');
      const next = recipient === email ? sessionsParagraphs(locale) : [notYou, contact];
      return { subject: t('account.email_subject'), paragraphs: [t('account.email_changed', { email }), ...next] };
    }
    case 'account_phone_changed':
      return {
        subject: t('account.phone_subject'),
        paragraphs: [t('account.phone_changed'), ...sessionsParagraphs(locale), t('account.not_you_password'), reset],
      };
    case 'account_handed_over': {
      const names = {
        owner: quoteName(detail.owner ?? '', MAX_NAME),
        former: quoteName(detail.former ?? '', MAX_NAME),
      };
      return {
        subject: t('account.owner_subject'),
        paragraphs: [t('account.handed_over', names), t('account.not_you_owner'), contact],
      };
    }
    case 'seats_reserved': {
      const { seats = 0, until = '', path = '' } = detail;
      const company = quoteName(detail.company ?? '', MAX_NAME);
      return {
        subject: t('reserved.subject', { seats, company }),
        paragraphs: [
          t('reserved.text', { seats, company, until: formatDateTimeWithZone(new Date(until), locale) }),
          { link: absoluteUrl(path) },
          t('reserved.proof'),
          t('reserved.unknown'),
        ],
      };
    }
    case 'seats_free': {
      const { seats = 0, until = '', path = '', withdraw = '' } = detail;
      const wanted = { seats, ...wantedOf(detail, locale), until: formatDateTimeWithZone(new Date(until), locale) };
      return {
        subject: t('waiting.subject', wanted),
        paragraphs: [
          t('waiting.text', wanted),
          { link: absoluteUrl(path) },
          t('waiting.proof'),
          t('waiting.unused'),
          t('waiting.manage'),
          { link: absoluteUrl(withdraw) },
        ],
      };
    }
    case 'waiting_ended': {
      const wanted = { ...wantedOf(detail, locale), ending: detail.ending ?? '' };
      return {
        subject: t('waiting.ended_subject', wanted),
        paragraphs: [
          t('waiting.ended', wanted),
          ...(detail.ending === 'admin' ? [contact] : []),
          t('waiting.again'),
          { link: absoluteUrl(detail.path ?? '') },
        ],
      };
    }
    case 'renewal':
    case 'renewal_reminder': {
      const { seats = 0, until = '', path = '', paise = 0, sessions = [], committed } = detail;
      const values = {
        seats,
        company: quoteName(detail.company ?? '', MAX_NAME),
        until: formatDateTimeWithZone(new Date(until), locale),
        amount: formatINR(paise),
        period: periodText(getTranslator(locale, 'common'), { sessions, untilEndPaise: null }, 2),
      };
      return {
        subject: t(`${kind}.subject`, values),
        paragraphs: [
          t(`${kind}.text`, values),
          ...(committed && kind === 'renewal' ? [t('renewal.committed')] : []),
          t('renewal.open'),
          { link: absoluteUrl(path) },
          t('renewal.rest'),
          t('reserved.proof'),
        ],
      };
    }
    case 'renewal_given_back': {
      const { seats = 0, offers = [], adoption = '' } = detail;
      const names = namesIn(locale);
      const lines = offers.map(({ seats: of, branch, branchHindi, institute, instituteHindi, city }) => {
        const place = instituteWithCity(names, institute, instituteHindi, city);
        return t('renewal_given_back.line', {
          seats: of,
          course: quoteName(`${names.branch(branch, branchHindi)}, ${place}`, MAX_NAME),
        });
      });
      return {
        subject: t('renewal_given_back.subject', { seats }),
        paragraphs: [
          t('renewal_given_back.text', {
            seats,
            company: quoteName(detail.company ?? '', MAX_NAME),
            reference: adoption,
          }),
          ...lines,
          t('renewal_given_back.free'),
          t('renewal_given_back.not_you'),
          contact,
        ],
      };
    }
    case 'report_due':
    case 'report_late': {
      const names = namesIn(locale);
      const { report } = detail;
      const values = {
        report: report ? getTranslator(locale, 'office.reports')(`kind.${report}`) : '',
        institute: names.institute(detail.institute ?? '', detail.hindi ?? null),
        session: detail.session ?? '',
        seats: detail.seats ?? 0,
        day: detail.due_on ? formatDate(indianDay(detail.due_on), locale) : '',
      };
      return {
        subject: t(`${kind}.subject`, values),
        paragraphs: [
          t(`${kind}.text`, values),
          t('report_due.how'),
          { link: absoluteUrl('/office') },
          t('report_due.sponsors'),
        ],
      };
    }
    case 'use_due': {
      const { year = '', paise = 0, institute = '', hindi = null } = detail;
      const values = {
        year: lastDayOf(year).slice(0, 4),
        institute: quoteName(namesIn(locale).institute(institute, hindi), MAX_NAME),
        amount: formatINR(paise),
      };
      return {
        subject: t('use_due.subject', values),
        paragraphs: [t('use_due.text', values), t('use_due.how'), { link: absoluteUrl('/office') }],
      };
    }
    case 'payee_account': {
      const { institute = '', hindi = null, ending = '', step = '' } = detail;
      const name = quoteName(namesIn(locale).institute(institute, hindi), MAX_NAME);
      return {
        subject: t('payee_account.subject', { institute: name }),
        paragraphs: [
          t('payee_account.text', { institute: name, ending, step }),
          t('payee_account.unknown', { contact }),
          { link: absoluteUrl('/office') },
        ],
      };
    }
    case 'office_letter': {
      const { institute = '', hindi = null, text = '' } = detail;
      const name = quoteName(namesIn(locale).institute(institute, hindi), MAX_NAME);
      return {
        subject: t('office_letter.subject', { institute: name }),
        paragraphs: [
          t('office_letter.text', { institute: name }),
          text,
          t('office_letter.answer'),
          { link: absoluteUrl('/office/messages') },
        ],
      };
    }
    case 'year_end': {
      const { year = '', paise = 0, unpaid_paise: unpaidPaise = 0, company = '', path = '' } = detail;
      const values = {
        year,
        end: lastDayOf(year).slice(0, 4),
        company: quoteName(company, MAX_NAME),
        amount: formatINR(paise),
      };
      return {
        subject: t('year_end.subject', values),
        paragraphs: [
          t('year_end.text', values),
          ...(unpaidPaise > 0 ? [t('year_end.unpaid', { amount: formatINR(unpaidPaise) })] : []),
          t('year_end.how'),
          { link: absoluteUrl(path) },
          contact,
        ],
      };
    }
    case 'student_news':
      return newsTexts(row, locale, contact);
    case 'notices_address':
      return {
        subject: tAttention('byEmail.addressSubject'),
        paragraphs: [
          tAttention('byEmail.address'),
          { link: absoluteUrl(detail.path ?? '') },
          tAttention('byEmail.unknown'),
        ],
      };
    case 'notices': {
      const items = Object.entries(detail.items ?? {});
      const lines = items.flatMap(([kind, number]): Paragraph[] => [
        `${tAttention(`kind.${kind as 'job'}`)}: ${number}`,
        { link: absoluteUrl(`/admin/attention?kind=${kind}`) },
      ]);
      const count = items.reduce((sum, [, number]) => sum + number, 0);
      const first = tAttention(`kind.${items[0]![0] as 'job'}`);
      return {
        subject: tAttention('byEmail.subject', { first, count, kinds: items.length }),
        paragraphs: [...lines, tAttention('byEmail.change'), { link: absoluteUrl('/admin/account') }],
      };
    }
    case 'table': {
      const { table = '', filter, every = 'day', day = '', path = '', download, file_name: file } = detail;
      const values = { table, every, day: day && formatDate(indianDay(day), 'en') };
      return {
        subject: tTables('subject', values),
        paragraphs: [
          tTables('text', values),
          ...(filter ? [tTables('filter', { filter: quoteName(filter, MAX_FILTER) })] : []),
          tTables('page'),
          { link: absoluteUrl(path) },
          ...(download === undefined
            ? [tTables(file === undefined ? 'unattached' : 'attached')]
            : [tTables('download'), { link: absoluteUrl(download) }]),
          tTables('stop'),
          { link: absoluteUrl('/admin/account#exports') },
        ],
      };
    }
    case 'proposals_answered': {
      const { decision = '', changes = [], count = changes.length, reason } = detail;
      const names = namesIn(locale);
      const common = getTranslator(locale, 'common');
      const { institute: name = '', hindi = null, city = '' } = detail;
      const institute = instituteWithCity(names, name, hindi, city);
      const values = { decision, count, institute: quoteName(institute, MAX_NAME) };
      const changed = getTranslator(locale, 'office.proposals.change');
      const lines = changes.map((change) => {
        const course = `${names.type(change.courseType)} · ${quoteName(names.branch(change.branch, change.branchHindi), MAX_NAME)}`;
        return `${course}, ${offerText(common, change, true)}: ${changeText(changed, change)}`;
      });
      return {
        subject: t('proposals.subject', values),
        paragraphs: [
          t('proposals.text', values),
          ...lines,
          ...(count > lines.length ? [t('proposals.more', { count: count - lines.length })] : []),
          ...(reason === undefined ? [] : [t('proposals.reason', { reason: quoteName(reason, MAX_REASON) })]),
          t('proposals.open'),
          { link: absoluteUrl('/office/proposals') },
        ],
      };
    }
    case 'guest_erased':
      return {
        subject: t('account.erased_subject'),
        paragraphs: [t('account.erased'), t('account.not_you_erased'), contact],
      };
    case 'account_deleted':
      return {
        subject: t('account.deleted_subject'),
        paragraphs: [t('account.deleted'), t('account.not_you_deleted'), contact],
      };
  }
}
