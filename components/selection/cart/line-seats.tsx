'use client';

import { useState } from 'react';
import { SeatInput } from '@/components/catalogue/seat/seat-input';
import { SEATS_TOAST } from '@/components/selection/use-draft';
import { notify } from '@/components/platform/ui/toaster';
import type { Problem } from '@/lib/platform/errors';
import { MAX_SEATS } from '@/lib/platform/limits';
import { errorText } from '@/lib/platform/i18n/errors';
import { setSeats } from '@/lib/selection/rules';
import type { CartEntry } from '@/lib/selection/cart';

type LineSeatsProps = {
  line: CartEntry;
  /** Seats left of the course; unknown until they have been fetched. */
  left: number | undefined;
  /** Branch and institute. */
  name: string;
  onSeats: (courseId: string, seats: number) => void;
};

/**
 * The number of seats of a line, with the rules of the course list. An empty field leaves the cart unchanged, and shows
 * its number again once it is left: a line is removed by its button.
 */
export function LineSeats({ line, left, name, onSeats }: LineSeatsProps) {
  const [emptied, setEmptied] = useState(false);
  const onType = (typed: string): Problem | null => {
    const course = { id: line.id, left_seats: left ?? MAX_SEATS };
    const outcome = setSeats({ [line.id]: line.selectedSeats }, course, typed, { autoSelect: false });
    if (!outcome.ok) {
      notify.error(errorText(outcome.code, outcome.params), SEATS_TOAST);
      return outcome;
    }
    const seats = outcome.draft[line.id] ?? 0;
    setEmptied(seats === 0);
    if (seats > 0) onSeats(line.id, seats);
    return null;
  };
  return (
    <div className="contents" onBlur={() => setEmptied(false)}>
      <SeatInput seats={emptied ? 0 : line.selectedSeats} max={left ?? null} name={name} onType={onType} />
    </div>
  );
}
