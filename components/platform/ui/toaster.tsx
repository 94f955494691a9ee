'use client';

import { useEffect, useState } from 'react';

/** A toast replaces the previous one with the same `id`. */
export type Options = { id?: string };
export type Kind = 'info' | 'success' | 'error' | 'loading';
type ShowToast = (kind: Kind, text: string, options?: Options) => void;

const load = () => import('./toasts');
type Loaded = Awaited<ReturnType<typeof load>>;

let loading: Promise<void> | null = null;
let loaded: Loaded | null = null;
/** Renders the toaster as soon as it is loaded. */
let render: (() => void) | null = null;
/** Shows a message; set once the toaster is mounted, messages wait until then. */
let showToast: ShowToast | null = null;
const waiting: Parameters<ShowToast>[] = [];

/**
 * Loads the toast code unless it is loaded or loading. Not part of the initial load, but loaded before it is needed: a
 * toast about a lost network must not need the network.
 */
export function loadToasts(): void {
  loading ??= load().then(
    (toasts) => {
      loaded = toasts;
      render?.();
    },
    () => void (loading = null),
  );
}

function notifyOf(kind: Kind) {
  return (text: string, options?: Options) => {
    if (showToast) return showToast(kind, text, options);
    waiting.push([kind, text, options]);
    loadToasts();
  };
}

/** Shows toasts. A `loading` toast stays until another one with its `id` replaces it. */
export const notify = {
  info: notifyOf('info'),
  success: notifyOf('success'),
  error: notifyOf('error'),
  loading: notifyOf('loading'),
};

/** The region of all toasts, once their code is loaded. `label` names it for screen readers. */
export function Toaster({ label }: { label: string }) {
  const [toasts, setToasts] = useState<Loaded | null>(loaded);
  useEffect(() => {
    render = () => setToasts(loaded);
    render();
    return () => void (render = null);
  }, []);
  // After the effects of its children: Sonner drops messages from before it is mounted.
  useEffect(() => {
    if (!toasts) return;
    showToast = toasts.show;
    for (const toast of waiting.splice(0)) showToast(...toast);
    return () => void (showToast = null);
  }, [toasts]);
  return toasts && <toasts.Toasts label={label} />;
}

/** Events that precede any action that can fail. */
const INTERACTIONS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll'];

/** Loads the toast code on the visitor's first interaction, so that pages which are only read load none. */
export function LoadToasts() {
  useEffect(() => {
    const first = new AbortController();
    const move = () => {
      first.abort();
      loadToasts();
    };
    for (const kind of INTERACTIONS)
      addEventListener(kind, move, { signal: first.signal, capture: true, passive: true });
    return () => first.abort();
  }, []);
  return null;
}
