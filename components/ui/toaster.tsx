'use client';

import { useEffect, useState } from 'react';

/** A toast takes the place of the one before it with the same `id`. */
export type Options = { id?: string };
export type Kind = 'info' | 'success' | 'error' | 'loading';
type Say = (kind: Kind, text: string, options?: Options) => void;

const load = () => import('./toasts');
type Loaded = Awaited<ReturnType<typeof load>>;

let loading: Promise<void> | null = null;
let loaded: Loaded | null = null;
/** Draws the toaster as soon as it is loaded. */
let draw: (() => void) | null = null;
/** Says something once the toaster is there; until then it waits. */
let say: Say | null = null;
const waiting: Parameters<Say>[] = [];

/**
 * Fetches what toasts need, unless it is there or on its way: no page needs it to begin with, but a toast that tells of a
 * network that just went away must not need the network.
 */
export function loadToasts(): void {
  loading ??= load().then(
    (toasts) => {
      loaded = toasts;
      draw?.();
    },
    () => void (loading = null),
  );
}

function notifyOf(kind: Kind) {
  return (text: string, options?: Options) => {
    if (say) return say(kind, text, options);
    waiting.push([kind, text, options]);
    loadToasts();
  };
}

/** Says something in a toast. `loading` stays until another toast with its `id` says how it ended. */
export const notify = {
  info: notifyOf('info'),
  success: notifyOf('success'),
  error: notifyOf('error'),
  loading: notifyOf('loading'),
};

/** The one place where toasts appear, once they are loaded. `label` names it for screen readers. */
export function Toaster({ label }: { label: string }) {
  const [toasts, setToasts] = useState<Loaded | null>(loaded);
  useEffect(() => {
    draw = () => setToasts(loaded);
    draw();
    return () => void (draw = null);
  }, []);
  // After those of what it shows: Sonner shows nothing that was said before it was there.
  useEffect(() => {
    if (!toasts) return;
    say = toasts.show;
    for (const one of waiting.splice(0)) say(...one);
    return () => void (say = null);
  }, [toasts]);
  return toasts && <toasts.Toasts label={label} />;
}

/** What a visitor does before anything they asked for can fail. */
const MOVES = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll'];

/** Has toasts fetched when the visitor first moves: a page that is only looked at loads none. For pages that may fail at something. */
export function LoadToasts() {
  useEffect(() => {
    const first = new AbortController();
    const move = () => {
      first.abort();
      loadToasts();
    };
    for (const kind of MOVES) addEventListener(kind, move, { signal: first.signal, capture: true, passive: true });
    return () => first.abort();
  }, []);
  return null;
}
