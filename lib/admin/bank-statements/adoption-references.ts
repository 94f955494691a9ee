import { normalReference } from '@/lib/adoption/core/reference';

const MAX_NAMES = 20;
/** Banks drop hyphens and wrap texts anywhere. Looks ahead, so that matches may overlap. */
const MAY_NAME = /(?=SA((?:[-\s/_.:]*[0-9A-Z]){12}))/g;

/**
 * Returns what may be references of adoptions in a text, normalized: people write O for 0 and I for 1, which references do
 * not contain.
 */
export function mayName(text: string): string[] {
  const names = [...text.toUpperCase().matchAll(MAY_NAME)].map(([, signs]) =>
    normalReference(signs!.replace(/[^0-9A-Z]/g, '')),
  );
  return [...new Set(names)].slice(0, MAX_NAMES);
}
