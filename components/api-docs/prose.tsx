/** A text of the description; text between backticks is rendered as code. */
export function Prose({ children }: { children: string }) {
  return children.split('`').map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <code key={at} className="font-mono text-[0.94em] wrap-anywhere">
        {part}
      </code>
    ),
  );
}
