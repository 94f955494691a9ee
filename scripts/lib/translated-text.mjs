/**
 * Translators of browsers replace text nodes by elements. React then fails to insert before such a node and to remove
 * it, and the page dies. So text stands in an element of its own wherever a sibling before it comes and goes, or the
 * text itself does.
 */
const isBlank = (child) =>
  (child.type === 'JSXText' && /^\s*$/.test(child.value) && child.value.includes('\n')) ||
  (child.type === 'JSXExpressionContainer' && child.expression.type === 'JSXEmptyExpression');

/** Names of variables and functions that hold elements, never text. */
const HOLD_ELEMENTS = new Set(['dialog', 'link', 'note', 'shown', 'testMode']);

const isNothing = (node) =>
  (node.type === 'Literal' && (node.value === null || typeof node.value === 'boolean')) ||
  (node.type === 'Identifier' && node.name === 'undefined');

/** What an expression renders: a set of 'nothing', 'element', 'text' (also what may be text), 'list'. */
function rendered(node) {
  switch (node.type) {
    case 'LogicalExpression':
      return new Set([...(node.operator === '&&' ? ['nothing'] : rendered(node.left)), ...rendered(node.right)]);
    case 'ConditionalExpression':
      return new Set([...rendered(node.consequent), ...rendered(node.alternate)]);
    case 'JSXElement':
      return new Set(['element']);
    case 'JSXFragment':
      return new Set(['element', ...shown(node).flatMap((child) => [...kinds(child)])]);
    case 'CallExpression':
      return node.callee.property?.name === 'map' ? new Set(['list']) : rendered(node.callee);
    default:
      return new Set([isNothing(node) ? 'nothing' : HOLD_ELEMENTS.has(node.name) ? 'element' : 'text']);
  }
}

const shown = (parent) => parent.children.filter((child) => !isBlank(child));

const kinds = (child) =>
  child.type === 'JSXExpressionContainer'
    ? rendered(child.expression)
    : new Set([child.type === 'JSXText' ? 'text' : 'element']);

/** Elements are inserted or removed here. */
const comesAndGoes = (set) => set.has('list') || (set.size > 1 && (set.has('nothing') || set.has('element')));

function check(context, parent) {
  const children = shown(parent);
  if (children.length < 2) return;
  const found = children.map(kinds);
  found.forEach((set, at) => {
    const isExchanged = set.has('text') && comesAndGoes(set);
    const isReference = set.has('text') && at > 0 && comesAndGoes(found[at - 1]);
    if (isExchanged || isReference) context.report({ node: children[at], messageId: 'wrap' });
  });
}

export const translatedText = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { wrap: 'Put this text into an element: the page of a translated browser dies otherwise.' },
  },
  create: (context) => ({
    JSXElement: (node) => check(context, node),
    JSXFragment: (node) => check(context, node),
  }),
};
