/** A fact of a page: its name, its value, and the language of the value where it differs from the page's. */
type Fact = readonly [label: string, value: string, lang?: string | undefined];

/** Facts one below the other, each name beside its value. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid border-t border-ink">
      {facts.map(([label, value, lang]) => (
        <div
          key={label}
          className="grid grid-cols-[6.5rem_1fr] items-baseline gap-x-4 border-b border-line py-3 sm:grid-cols-[11rem_1fr]"
        >
          <dt className="text-small text-ink-2">{label}</dt>
          <dd lang={lang} className="min-w-0 text-body font-semibold wrap-anywhere">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
