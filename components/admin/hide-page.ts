/**
 * Hides the page while the document is being replaced. Uses a style sheet of its own, so that React's elements are
 * unchanged.
 */
export function hidePage(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('body > * { display: none !important }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
