import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';

/** Seconds since mounting. Place it outside of live regions, or screen readers announce every second. */
export function Elapsed() {
  const t = useTranslations('catalogueImport');
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const started = Date.now();
    const timer = setInterval(() => setSeconds(Math.round((Date.now() - started) / 1000)), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span role="timer" className="text-ink-2 tabular-nums">
      {t('elapsed', { seconds })}
    </span>
  );
}
