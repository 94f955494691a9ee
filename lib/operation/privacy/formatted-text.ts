import { lexer, type Token } from 'marked';

/** Lists and quotations within each other, and their items. */
const MAX_LEVELS = 20;

/**
 * Returns the headings, paragraphs and lists of a text in Markdown; null if lists or quotations are nested so deeply that
 * reading or showing them could exceed the stack (security 115).
 */
export function blocksOf(text: string): Token[] | null {
  try {
    const blocks = lexer(text);
    return isDeeper(blocks, MAX_LEVELS) ? null : blocks;
  } catch {
    return null;
  }
}

function isDeeper(blocks: readonly Token[], levels: number): boolean {
  return blocks.some((block) => {
    const { items, tokens } = block as { items?: Token[]; tokens?: Token[] };
    const within = items ?? tokens ?? [];
    return within.length > 0 && (levels === 0 || isDeeper(within, levels - 1));
  });
}
