import { extractText, getDocumentProxy } from 'unpdf';

/** The words of each page of a PDF, with single spaces between them. */
export async function pdfPages(pdf: Uint8Array): Promise<string[]> {
  // A copy: the reader takes the bytes for itself.
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false });
  return text.map((page) => page.replace(/\s+/g, ' '));
}
