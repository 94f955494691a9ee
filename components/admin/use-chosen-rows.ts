'use client';

import { useRef, useState } from 'react';

/**
 * The rows of a table that are chosen by checkboxes. The table comes from the server, so its boxes are read where it stands.
 * @param name of the boxes
 * @param most the number of rows that can be chosen at once
 * @param onChange called after a change
 */
export function useChosenRows(name: string, most: number, onChange?: () => void) {
  const table = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const boxes = () => [...(table.current?.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`) ?? [])];
  const read = () => {
    setChosen(boxes().flatMap(({ checked, value }) => (checked ? [value] : [])));
    onChange?.();
  };
  const set = (rows: readonly HTMLInputElement[], checked: boolean) => {
    for (const box of rows) box.checked = checked;
    read();
  };
  return {
    /** The values of the boxes. */
    chosen,
    chooseAll: () => set(boxes().slice(0, most), true),
    clear: () => set(boxes(), false),
    /** Of the element around the table. */
    around: { ref: table, onChange: read },
  };
}
