import { cellText } from '@/lib/platform/cell';
import type { Row } from '@/lib/platform/table-file/schema';

/** Returns the number of the account that rows outside of the lines name, digits only; null if there is none. */
export function accountOf(rows: readonly Row[]): string | null {
  for (const { cells } of rows) {
    const text = cells.map((cell) => cellText(cell)).join(' ');
    const [, number] =
      /\ba(?:ccount|\/c)\s*(?:no|num|number)?\b[^\d]{0,20}([\dX*][\dX*-]{4,22}[\dX*])/i.exec(text) ?? [];
    if (number) return number.replaceAll('-', '');
  }
  return null;
}
