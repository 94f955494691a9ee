/** Takes everything out of sight while the document is being replaced. A style sheet of the script's own: React's elements stay as they are. */
export function hidePage(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('body > * { display: none !important }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
