import type { Page } from '@playwright/test';

/**
 * Treats the open page as the translator of a browser does, except that the words stay: every text node, also each that
 * comes later, is replaced by two nested <font> elements.
 */
export const translate = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const font = (content: Node | string) => {
      const element = document.createElement('font');
      element.append(content);
      return element;
    };
    const replaceTexts = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      for (const text of [root, ...texts]) {
        const parent = text.parentElement;
        if (text.nodeType !== Node.TEXT_NODE || !parent || !text.nodeValue?.trim()) continue;
        if (parent.closest('font, script, style, noscript, textarea, option')) continue;
        parent.replaceChild(font(font(text.nodeValue)), text);
      }
    };
    replaceTexts(document.body);
    new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(replaceTexts))).observe(
      document.body,
      { childList: true, subtree: true },
    );
  });
