/** A cell of names: it shares its width with others of its kind, and words are not broken where there is room. */
export const NAME = 'max-w-56 min-w-36 lg:min-w-28 wrap-break-word whitespace-normal';

/** Text of two lines at most, in full for whoever points at it, so that one long name does not push rows apart. */
export function Clamped({ children }: { children: string }) {
  return (
    <span title={children} className="line-clamp-2">
      {children}
    </span>
  );
}

/** An address that breaks before its domain, if it has to. */
export function Email({ children }: { children: string }) {
  const at = children.lastIndexOf('@');
  return (
    <span title={children} className="line-clamp-2">
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </span>
  );
}
