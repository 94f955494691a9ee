import { Clock } from 'lucide-react';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import type { Hold } from '@/lib/adoption/queries';
import { seatCount } from '@/lib/adoption/summary';
import { getTranslations } from '@/lib/platform/i18n/server';
import { TimeLeft } from './time-left';

/** Shows seats that are held and not yet paid for, with a link to the payment. */
export async function HoldNotice({ hold: { billingId, reference, secondsLeft, lines } }: { hold: Hold }) {
  const t = await getTranslations('adoptionHistory');
  return (
    <section
      aria-label={t('status.held')}
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-2 border-[1.5px] border-warn bg-warn-tint px-4 py-3 text-warn print:hidden"
    >
      <p className="flex min-w-0 grow gap-3">
        <Clock aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span className="min-w-0">
          {t.rich('held', {
            seats: seatCount(lines),
            reference,
            b: (text) => <b className="whitespace-nowrap">{text}</b>,
          })}{' '}
          <TimeLeft {...{ billingId, secondsLeft }} />
        </span>
      </p>
      <Button asChild>
        <Link href="/dashboard/payment" prefetch={null}>
          {t('continue')}
        </Link>
      </Button>
    </section>
  );
}
