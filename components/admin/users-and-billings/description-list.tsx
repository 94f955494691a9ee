import type { ReactNode } from 'react';

type DescriptionItem = readonly [label: string, value: ReactNode];

/** The fields of a record as a description list. */
export function DescriptionList({ items }: { items: readonly DescriptionItem[] }) {
  return (
    <dl className="grid gap-x-8 text-small sm:grid-cols-2">
      {items.map(([label, value]) => (
        <div key={label} className="grid grid-cols-[8rem_minmax(0,1fr)] items-start gap-x-4 border-b border-line py-2">
          <dt className="text-ink-2">{label}</dt>
          <dd className="font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
