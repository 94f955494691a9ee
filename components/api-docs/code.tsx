/** A code block to copy: long lines wrap, so that nothing scrolls sideways and print is complete. */
export function Code({ label, children }: { label: string; children: string }) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-cap font-semibold text-ink-2">{label}</figcaption>
      <pre className="rounded-2 border border-line bg-sunken px-3 py-2.5 font-mono text-cap wrap-anywhere whitespace-pre-wrap">
        {children}
      </pre>
    </figure>
  );
}
