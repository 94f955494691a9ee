import type { Token, Tokens } from 'marked';
import { blocksOf } from '@/lib/operation/privacy/formatted-text';

/**
 * Text of administrators with headings, paragraphs and lists in Markdown. Only its structure is read, and React writes
 * the elements: everything else in it, such as HTML and links, and a text that cannot be read, is shown as it was typed.
 */
export function FormattedText({ children }: { children: string }) {
  const blocks = blocksOf(children);
  return blocks ? <Blocks tokens={blocks} /> : <AsTyped text={children} />;
}

function Blocks({ tokens }: { tokens: readonly Token[] }) {
  return tokens.map((token, index) => <Block key={index} token={token} />);
}

function Block({ token }: { token: Token }) {
  switch (token.type) {
    case 'space':
      return null;
    case 'heading':
      return <Heading {...(token as Tokens.Heading)} />;
    case 'list':
      return <List {...(token as Tokens.List)} />;
    // The text of an item of a list.
    case 'text':
      return token.raw;
    default:
      return <AsTyped text={token.raw} />;
  }
}

const AsTyped = ({ text }: { text: string }) => <p className="wrap-anywhere whitespace-pre-line">{text.trim()}</p>;

/** The page has the only first-level heading. */
function Heading({ depth, text }: Tokens.Heading) {
  return depth <= 2 ? <h2 className="mt-6 text-h3 first:mt-0">{text}</h2> : <h3 className="font-semibold">{text}</h3>;
}

function List({ ordered, items }: Tokens.List) {
  const Element = ordered ? 'ol' : 'ul';
  return (
    <Element className={`grid gap-1 ps-5 wrap-anywhere ${ordered ? 'list-decimal' : 'list-disc'}`}>
      {items.map((item, index) => (
        <li key={index}>
          <Blocks tokens={item.tokens} />
        </li>
      ))}
    </Element>
  );
}
