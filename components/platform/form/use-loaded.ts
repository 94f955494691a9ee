'use client';

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ApiResult } from '@/lib/api/client/client';
import { useMessage, type Message } from './use-message';

/** What a component reads from the server. */
export type Loaded<T> = {
  /** What was read last; null until then. It stays while it is read again. */
  data: T | null;
  /** Why the last request failed; null if it did not. It stays until the next one is answered. */
  failure: string | null;
  pending: boolean;
  /** Reads it again. @returns what was read; null after a failure */
  load: () => Promise<T | null>;
};

/**
 * Reads something from the server when the component appears. Give the component a `key` for what it reads.
 * @param failed the message of a failure, if the server sends none
 * @param initial what is known before
 */
export function useLoaded<T>(send: () => Promise<ApiResult<T>>, failed: Message, initial: T | null = null): Loaded<T> {
  const textOf = useMessage();
  const [state, setState] = useState<Omit<Loaded<T>, 'load'>>({ data: initial, failure: null, pending: true });
  const newest = useRef(0);
  const read = async () => {
    newest.current += 1;
    const number = newest.current;
    const result = await send();
    // A newer request overtook this one, or the page is being left for the login.
    if (number !== newest.current || (!result.ok && result.status === 401)) return null;
    const failure = result.ok ? null : (result.message ?? textOf(failed));
    setState(({ data }) => ({ data: result.ok ? result.data : data, failure, pending: false }));
    return result.ok ? result.data : null;
  };
  const start = useEffectEvent(() => void read());
  useEffect(() => start(), []);
  const load = () => {
    setState((before) => ({ ...before, pending: true }));
    return read();
  };
  return { ...state, load };
}
