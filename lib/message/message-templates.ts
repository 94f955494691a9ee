import { OTP_SECONDS } from '@/lib/core/limits';
import { formatINR } from '@/lib/core/money';
import type { Locale } from '@/lib/i18n/locale';
import { getTranslator } from '@/lib/i18n/server';
import { maskPhone } from '@/lib/otp/rules';
import type { OtpMethod } from '@/lib/otp/schema';
import { quoteName } from './quote';
import type { Message } from './schema';

/** What the recipient of a code confirms with it: whose adoption, how many seats, for how much (integer paise). */
export type AdoptionBrief = { company: string; seats: number; totalPaise: number };

/**
 * Whom a code goes to, and how. `insteadOfText`: it verifies the phone and comes by e-mail, because texts cannot be sent
 * here; the e-mail then says so. `locale`: the language of an e-mail; a text is the one sentence that an operator has
 * registered, since Indian networks deliver no other.
 */
type Addressed = {
  otpMethod: OtpMethod;
  email: string;
  phone: string;
  code: string;
  insteadOfSms?: boolean;
  locale: Locale;
};

/** Letters of a company's name in an e-mail; in a text the quotes make it 30, the longest variable that Indian networks deliver. */
const NAME_LETTERS = { email: 60, phone: 28 };

/**
 * The message that brings a code. It names what the code confirms, so that nobody types a stranger's code by mistake. It begins
 * with our own words: what somebody typed stands further down, and leads nowhere (security 63).
 */
export function codeMessage(
  { otpMethod, email, phone, code, insteadOfSms = false, locale }: Addressed,
  adoption: AdoptionBrief,
): Message {
  const t = getTranslator(otpMethod === 'phone' ? 'en' : locale, 'message');
  const values = {
    company: quoteName(adoption.company, NAME_LETTERS[otpMethod]),
    seats: adoption.seats,
    total: formatINR(adoption.totalPaise),
    minutes: OTP_SECONDS / 60,
  };
  if (otpMethod === 'phone') {
    return {
      channel: 'sms',
      to: `+91${phone}`,
      subject: t('code.subject'),
      text: t('code.sms', { ...values, code }),
      code,
    };
  }
  const reason = insteadOfSms ? [t('code.instead_of_text', { phone: maskPhone(phone) })] : [];
  return codeEmail(email, code, t, t('code.confirms', values), [t('code.company', values), ...reason]);
}

/** The message that brings the code for confirming an account's own e-mail. */
export function emailCodeMessage(email: string, code: string, locale: Locale): Message {
  const t = getTranslator(locale, 'message');
  return codeEmail(email, code, t, t('code.confirms_email'));
}

type Words = ReturnType<typeof getTranslator<'message'>>;

function codeEmail(to: string, code: string, t: Words, purpose: string, after: string[] = []): Message {
  const valid = t('code.valid', { minutes: OTP_SECONDS / 60 });
  const paragraphs = [purpose, t('code.code', { code }), valid, ...after, t('code.ignore')];
  return {
    channel: 'email',
    to,
    subject: t('code.subject'),
    text: paragraphs.join('\n\n'),
    html: paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n'),
    code,
  };
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as HTML that shows exactly that text (security 42). */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => ENTITIES[mark]!);
}
