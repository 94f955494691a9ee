/** A text of the description; text between backticks is rendered as code. */
export function Prose({ children }: { children: string }) {
  if (!children.includes('`')) return children;
  return children.split('`').map((part, at) => (at % 2 === 0 ? part : <code key={at}>{part}</code>));
}
