'use client';

import { OldToNew } from '@/components/admin/old-to-new';

type FieldsProps = {
  /** Label, old value and value; null without an old one. */
  fields: readonly (readonly [label: string, old: string | null, now: string])[];
  /** Stands for the arrow between the values. */
  to: string;
};

/** Labelled values. A client component, so that a page carries the elements as HTML only. */
export function Fields({ fields, to }: FieldsProps) {
  return (
    <dl className="fields">
      {fields.map(([label, old, now]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <OldToNew old={old} now={now} to={to} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
