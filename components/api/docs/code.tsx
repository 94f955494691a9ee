/** A code block to copy: long lines wrap, so that nothing scrolls sideways and print is complete. */
export function Code({ label, children }: { label: string; children: string }) {
  return (
    <figure>
      <figcaption>{label}</figcaption>
      <pre>{children}</pre>
    </figure>
  );
}
