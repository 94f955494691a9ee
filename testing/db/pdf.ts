import { extractText, getDocumentProxy } from 'unpdf';

/** Returns the text of each page of a PDF, with single spaces between words. */
export async function pdfPages(pdf: Uint8Array): Promise<string[]> {
  // A copy, because the reader takes ownership of the buffer.
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false });
  return text.map((page) => page.replace(/\s+/g, ' '));
}
