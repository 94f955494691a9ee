import '@/components/platform/ui/status-tag.css';

/** A value, preceded by the one that it replaces. */
export function OldToNew({ old, now, to }: { old: string | null; now: string; to: string }) {
  if (old === null || old === now) return now;
  return (
    <span className="old-to-new">
      {old}
      <span role="img" aria-label={to} data-icon="ArrowRight" />
      <strong>{now}</strong>
    </span>
  );
}
