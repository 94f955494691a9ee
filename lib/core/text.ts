/**
 * Marks that cannot be seen: they make equal texts differ and empty ones look filled, and those of writing direction turn
 * round what follows them. The joiners of Hindi (U+200C, U+200D) are none of them.
 */
export const INVISIBLE = /[\u00AD\u034F\u115F\u1160\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0]/g;
