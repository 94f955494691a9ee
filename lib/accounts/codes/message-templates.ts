import { OTP_SECONDS } from '@/lib/platform/limits';
import { formatINR } from '@/lib/platform/money';
import type { Locale } from '@/lib/platform/i18n/locale';
import { getTranslator } from '@/lib/platform/i18n/server';
import { emailBody } from '@/lib/delivery/email';
import { quoteName } from '@/lib/delivery/quote';
import type { Message } from '@/lib/delivery/schema';
import { maskPhone } from './rules';
import type { OtpMethod } from './schema';

/** The adoption that a code confirms: company, number of seats, total in integer paise, and what the total is for. */
type AdoptionBrief = { company: string; seats: number; totalPaise: number; period: string };

/**
 * Recipient and content of a code message.
 * `insteadOfSms`: the code verifies the phone but is sent by e-mail, because SMS cannot be sent; the e-mail explains
 * this.
 * `locale`: the language of an e-mail. An SMS is always the one sentence registered by the operator, since Indian
 * networks deliver no other.
 */
type Addressed = {
  otpMethod: OtpMethod;
  email: string;
  phone: string;
  code: string;
  insteadOfSms?: boolean;
  locale: Locale;
};

/**
 * Maximum characters of a company name. In an SMS the quotes make it 30, the longest variable that Indian networks
 * deliver.
 */
const MAX_NAME_LENGTH = { email: 60, phone: 28 };

/**
 * Returns the message with a code. It describes what the code confirms, so that nobody enters a code requested by a
 * stranger. User input appears after our own text and cannot form a link.
 */
export function codeMessage(
  { otpMethod, email, phone, code, insteadOfSms = false, locale }: Addressed,
  adoption: AdoptionBrief,
): Message {
  const t = getTranslator(otpMethod === 'phone' ? 'en' : locale, 'message');
  const values = {
    company: quoteName(adoption.company, MAX_NAME_LENGTH[otpMethod]),
    seats: adoption.seats,
    total: formatINR(adoption.totalPaise),
    period: adoption.period,
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

const PURPOSES_OF_ACCOUNT = {
  email: 'code.confirms_email',
  new_email: 'code.confirms_new_email',
  password: 'code.sets_password',
} as const;

/** Returns the message with a code for an account: it confirms its e-mail or a new one, or sets a forgotten password. */
export function emailCodeMessage(
  email: string,
  code: string,
  locale: Locale,
  purpose: keyof typeof PURPOSES_OF_ACCOUNT = 'email',
): Message {
  const t = getTranslator(locale, 'message');
  return codeEmail(email, code, t, t(PURPOSES_OF_ACCOUNT[purpose]));
}

/** Returns the message with the code that opens the page of a guest's adoption. */
export function accessCodeMessage(email: string, code: string, reference: string, locale: Locale): Message {
  const purpose = getTranslator(locale, 'adoptionPage')('access.mail', { reference });
  return codeEmail(email, code, getTranslator(locale, 'message'), purpose);
}

/** Returns the message with the code that proves the address of somebody who wants to be told about free seats. */
export function waitingCodeMessage(
  email: string,
  code: string,
  { km, ...wish }: { seats: number; branch: string; city: string; km?: number },
  locale: Locale,
): Message {
  const t = getTranslator(locale, 'message');
  const city = km === undefined ? wish.city : t('waiting.around', { city: wish.city, km });
  return codeEmail(email, code, t, t('code.confirms_waiting', { ...wish, city }));
}

type Translator = ReturnType<typeof getTranslator<'message'>>;

function codeEmail(to: string, code: string, t: Translator, purpose: string, after: string[] = []): Message {
  const valid = t('code.valid', { minutes: OTP_SECONDS / 60 });
  const paragraphs = [purpose, t('code.code', { code }), valid, ...after, t('code.ignore')];
  return {
    channel: 'email',
    to,
    subject: t('code.subject'),
    ...emailBody(paragraphs),
    code,
  };
}
