import { clsx, type ClassValue } from 'clsx';

/**
 * Joins class names. Two that set the same thing are not told apart: which of them wins is up to the style sheet, so a component
 * takes such choices as properties of their own.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
