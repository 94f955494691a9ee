import { formatTableDay } from './dates';
import type { SortOrder } from './search-params';

/**
 * The texts of a list's filters, for its form and for a filter in words: the label of each by its name, and the values that are
 * chosen from a few.
 */
export type FilterTexts = {
  labels: Readonly<Record<string, string>>;
  choices: Readonly<Record<string, readonly (string | readonly [value: string, text: string])[]>>;
};

/**
 * Returns what a filter chooses, each label with its value, without the order.
 * @returns e.g. ['City: Indore', 'Payment: Pending']; nothing for a list without a filter
 */
export function filterWords(
  { labels, choices }: FilterTexts,
  { sort: _, dir: __, ...filter }: Readonly<Record<string, string | undefined>> & Partial<SortOrder>,
): string[] {
  return Object.entries(filter).flatMap(([name, value]) => {
    const label = labels[name];
    if (value === undefined || label === undefined) return [];
    const choice = choices[name]?.find((each) => typeof each !== 'string' && each[0] === value);
    const text = choice?.[1] ?? (/^\d{4}-\d\d-\d\d$/.test(value) ? formatTableDay(value) : value);
    return [`${label}: ${text}`];
  });
}
