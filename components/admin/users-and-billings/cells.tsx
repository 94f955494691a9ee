/** So many characters fit into two lines, whatever their words. */
const TWO_LINES = 20;

/**
 * Text clamped to two lines so that a long name does not stretch its row; shown in full on hover and on devices without
 * hover.
 */
export function Clamped({ children }: { children: string }) {
  if (children.length <= TWO_LINES) return children;
  return (
    <span title={children} className="clamped">
      {children}
    </span>
  );
}

/** An e-mail address that breaks before its domain if necessary. */
export function Email({ children }: { children: string }) {
  const at = children.lastIndexOf('@');
  return (
    <span title={children} className="clamped">
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </span>
  );
}
