/** A paragraph of an e-mail: text, possibly of several lines, or the address of a page of ours. */
export type Paragraph = string | { link: string };

/** Returns the text and the HTML version of an e-mail. Text is escaped; only a `link` can be followed. */
export function emailBody(paragraphs: readonly Paragraph[]): { text: string; html: string } {
  return {
    text: paragraphs.map((paragraph) => (typeof paragraph === 'string' ? paragraph : paragraph.link)).join('\n\n'),
    html: paragraphs.map((paragraph) => `<p>${htmlOf(paragraph)}</p>`).join('\n'),
  };
}

function htmlOf(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return escapeHtml(paragraph).replaceAll('\n', '<br>');
  const address = escapeHtml(paragraph.link);
  return `<a href="${address}">${address}</a>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => ENTITIES[mark]!);
}
