/**
 * Splits lines into pages by their heights.
 * @param room height of the first and of each further page; a taller line gets its own page
 */
export function paginate<L>(
  lines: readonly L[],
  heightOf: (line: L) => number,
  room: { first: number; next: number },
): L[][] {
  const sheets: L[][] = [[]];
  let left = room.first;
  for (const line of lines) {
    const height = heightOf(line);
    if (height > left && sheets.at(-1)!.length > 0) {
      sheets.push([]);
      left = room.next;
    }
    sheets.at(-1)!.push(line);
    left -= height;
  }
  return sheets;
}

/** Returns the file name of a summary. @param date YYYY-MM-DD */
export function summaryFileName(date: string): string {
  return `adoption_summary_${date}.pdf`;
}

/** Returns the file name of a renewal. @param date YYYY-MM-DD */
export function renewalFileName(date: string): string {
  return `renewal_${date}.pdf`;
}

/** Returns the file name of a receipt. @param date YYYY-MM-DD */
export function receiptFileName(date: string): string {
  return `adoption_receipt_${date}.pdf`;
}

/** Returns the file name of a board pack. @param date YYYY-MM-DD */
export const boardPackFileName = (date: string): string => `board_pack_${date}.pdf`;

/** Returns the file name of a proposal. @param date YYYY-MM-DD */
export function proposalFileName(date: string): string {
  return `seat_proposal_${date}.pdf`;
}

/** Separators of words: spaces of any kind, line ends and control characters. */
export const BLANK = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/u;

const graphemes = new Intl.Segmenter('hi', { granularity: 'grapheme' });

/**
 * Breaks text into lines, joined by '\n', no wider than `width`. `measure` returns the width of a word or space. A
 * longer word is cut after a separator of addresses and references, or else between graphemes; no characters are added.
 */
export function breakLines(text: string, measure: (part: string) => number, width: number): string {
  const space = measure(' ');
  const lines: string[] = [];
  let used = Infinity;
  for (const word of text.split(BLANK).filter(Boolean)) {
    const pieces = measure(word) <= width ? [word] : cutWord(word, measure, width);
    const first = measure(pieces[0]!);
    if (used + space + first <= width) {
      lines.push(`${lines.pop()!} ${pieces.shift()!}`);
      used += space + first;
    }
    lines.push(...pieces);
    if (pieces.length > 0) used = measure(pieces.at(-1)!);
  }
  return lines.join('\n');
}

function cutWord(word: string, measure: (part: string) => number, width: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const { segment } of graphemes.segment(word)) {
    if (piece !== '' && used + measure(segment) > width) {
      const sign = piece.search(/[@./_-][^@./_-]*$/) + 1;
      const cut = sign > piece.length / 3 ? sign : piece.length;
      pieces.push(piece.slice(0, cut));
      piece = piece.slice(cut);
      used = measure(piece);
    }
    piece += segment;
    used += measure(segment);
  }
  return [...pieces, piece];
}
