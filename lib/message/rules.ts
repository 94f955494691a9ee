import { formatINR } from '@/lib/core/money';
import type { OtpMethod } from '@/lib/otp/schema';
import { OTP_SECONDS } from '@/lib/otp/schema';
import { getTranslations } from '@/lib/text/server';
import type { Message } from './schema';

/** What the recipient of a code confirms with it: whose adoption, how many seats, for how much (integer paise). */
export type AdoptionBrief = { company: string; seats: number; totalPaise: number };

type Addressed = { channel: OtpMethod; email: string; phone: string; code: string };

/** The message that brings a code. It names what the code confirms, so that nobody types a stranger's code by mistake. */
export function codeMessage({ channel, email, phone, code }: Addressed, adoption: AdoptionBrief): Message {
  const t = getTranslations('message');
  const values = {
    code,
    company: adoption.company,
    seats: adoption.seats,
    total: formatINR(adoption.totalPaise),
    minutes: OTP_SECONDS / 60,
  };
  const subject = t('code.subject');
  if (channel === 'phone') return { channel: 'sms', to: `+91${phone}`, subject, text: t('code.sms', values), code };
  const paragraphs = [t('code.confirms', values), t('code.code', values), t('code.valid', values), t('code.ignore')];
  return {
    channel: 'email',
    to: email,
    subject,
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
