'use client';

import { Clock } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { formatClock } from './code';
import { CodeButton, type CodeRequest } from './code-request';
import { useCountdown } from './use-countdown';

type ResendProps = {
  /**
   * When another code may be sent, and when this one expires; milliseconds of Date.now(). Use a new `key` for a new
   * code.
   */
  resendAt: number;
  expiresAt: number;
  another: CodeRequest;
  disabled: boolean;
};

/** Sends the code again once that is allowed, and shows how long the current one is valid. */
export function Resend({ resendAt, expiresAt, another, disabled }: ResendProps) {
  const t = useTranslations('otp');
  const wait = useCountdown(resendAt);
  const valid = useCountdown(expiresAt);
  return (
    <div className="grid gap-1 text-small">
      <p className="text-ink-2">
        {valid > 0
          ? t.rich('validFor', { time: () => <b className="tabular-nums">{formatClock(valid)}</b> })
          : t('expired')}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="flex items-center gap-1.5 text-ink-2">
          <Clock aria-hidden className="size-5 shrink-0" />
          <span>
            {wait > 0
              ? t.rich('resendIn', { time: () => <b className="tabular-nums">{formatClock(wait)}</b> })
              : t('resendNow')}
          </span>
        </p>
        <CodeButton variant="bare" size="inline" className="ms-auto" code={another} disabled={disabled || wait > 0}>
          {t('resend')}
        </CodeButton>
      </div>
    </div>
  );
}
