import { clsx, type ClassValue } from 'clsx';

/**
 * Joins class names. Conflicting utilities are not merged: the order of the style sheet decides, so a component takes
 * such variants as props.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
