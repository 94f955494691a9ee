import { clsx, type ClassValue } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

/** The project's own font sizes, so that `text-small` and `text-ink` are not taken for the same kind of class. */
const merge = extendTailwindMerge({
  extend: { classGroups: { 'font-size': [{ text: ['cap', 'small', 'body', 'lead', 'h3', 'h2', 'h1', 'hero'] }] } },
});

/** Joins class names; of two that set the same thing the later one wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
