import { formatCount } from '@/lib/platform/format-count';

type SummaryProps = { label: string; counts: readonly (readonly [name: string, count: number | string])[] };

/** A row of counts, each with its label; a text, such as an amount, is shown as it is. */
export function Summary({ label, counts }: SummaryProps) {
  return (
    <dl aria-label={label} className="flex flex-wrap gap-x-8 gap-y-3 rounded-2 border border-line bg-surface px-4 py-3">
      {counts.map(([name, count]) => (
        <div key={name} className="grid">
          <dt className="text-cap text-ink-2">{name}</dt>
          <dd className="num text-h3 leading-tight wrap-anywhere">
            {typeof count === 'number' ? formatCount(count) : count}
          </dd>
        </div>
      ))}
    </dl>
  );
}
