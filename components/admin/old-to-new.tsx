import { ArrowRight } from 'lucide-react';

/** A value, preceded by the one that it replaces. */
export function OldToNew({ old, now, to }: { old: string | null; now: string; to: string }) {
  if (old === null || old === now) return now;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      <span className="text-ink-2">{old}</span>
      <ArrowRight aria-label={to} role="img" className="size-4 text-ink-2" />
      <strong className="font-semibold">{now}</strong>
    </span>
  );
}
