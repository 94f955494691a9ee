/** Text of two lines at most, in full for whoever points at it and where nobody can point, so that one long name does not push rows apart. */
export function Clamped({ children }: { children: string }) {
  return (
    <span title={children} className="line-clamp-2 print:line-clamp-none [@media(hover:none)]:line-clamp-none">
      {children}
    </span>
  );
}

/** An address that breaks before its domain, if it has to. */
export function Email({ children }: { children: string }) {
  const at = children.lastIndexOf('@');
  return (
    <span title={children} className="line-clamp-2 print:line-clamp-none [@media(hover:none)]:line-clamp-none">
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </span>
  );
}
