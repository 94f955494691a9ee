import { CalendarClock, Clock, Hourglass, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import type { NextPayment } from '@/lib/adoption/read/history-queries';
import type { Hold } from '@/lib/adoption/take/queries';
import { seatCount } from '@/lib/adoption/core/summary';
import { formatLastDay } from '@/lib/platform/dates';
import { formatINR } from '@/lib/platform/money';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { TimeLeft } from './time-left';

/** Breaks only where a line has no room for it. */
const unbroken = (text: ReactNode) => <b className="inline-block max-w-full wrap-anywhere">{text}</b>;

/**
 * Shows seats that are held and not yet paid for, with a link to the payment. While the bank has the payment, there is
 * nothing to do, and the time that is left does not matter.
 */
export async function HoldNotice({ hold: { billingId, reference, secondsLeft, isConfirming, lines } }: { hold: Hold }) {
  const t = await getTranslations('adoptionHistory');
  const page = `/dashboard/adoptions/${billingId}`;
  if (isConfirming)
    return (
      <Notice label={t('status.confirming')} Icon={Hourglass} action={t('dueOpen')} variant="line" href={page}>
        <span>{t.rich('held', { seats: seatCount(lines), reference, b: unbroken })}</span>{' '}
        <span>{t('about.confirming')}</span>
      </Notice>
    );
  return (
    <Notice label={t('status.held')} Icon={Clock} action={t('continue')} href="/dashboard/payment">
      <span>{t.rich('held', { seats: seatCount(lines), reference, b: unbroken })}</span>{' '}
      <TimeLeft {...{ billingId, secondsLeft }} />
    </Notice>
  );
}

/** Shows the unpaid pledge whose term ends first, with a link to its page. */
export async function NextPaymentNotice({ next }: { next: NextPayment }) {
  const { billingId, reference, dueAt, duePaise, isOver } = next;
  const t = await getTranslations('adoptionHistory');
  const date = formatLastDay(dueAt, await getLocale());
  return (
    <Notice label={t('due')} Icon={CalendarClock} action={t('dueOpen')} href={`/dashboard/adoptions/${billingId}`}>
      <span>{t.rich(isOver ? 'overdue' : 'dueBy', { amount: formatINR(duePaise), reference, date, b: unbroken })}</span>
    </Notice>
  );
}

type NoticeProps = {
  label: string;
  Icon: LucideIcon;
  action: string;
  variant?: 'action' | 'line';
  href: string;
  children: ReactNode;
};

const Notice = ({ label, Icon, action, variant, href, children }: NoticeProps) => (
  <section
    aria-label={label}
    className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-2 border-[1.5px] border-warn bg-warn-tint px-4 py-3 text-warn print:hidden"
  >
    <p className="flex min-w-0 grow basis-64 gap-3">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
    <Button asChild variant={variant}>
      <Link href={href} prefetch={null}>
        {action}
      </Link>
    </Button>
  </section>
);
