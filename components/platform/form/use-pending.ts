'use client';

import { useState } from 'react';

/** The result of an action that leads to another page: the action stays pending until that is shown. */
export const LEAVING = Symbol('leaving');

/**
 * Runs an action once at a time: calls while it runs are ignored.
 * @returns whether it runs, and the function that runs it and returns its result, or undefined for an ignored call
 */
export function usePending<Given extends readonly unknown[], Result>(
  action: (...given: Given) => Promise<Result>,
): [pending: boolean, run: (...given: Given) => Promise<Result | undefined>] {
  const [pending, setPending] = useState(false);
  const run = async (...given: Given) => {
    if (pending) return undefined;
    setPending(true);
    let result: Result | undefined;
    try {
      return (result = await action(...given));
    } finally {
      // Also after an error, such as a script that could not be loaded.
      if (result !== LEAVING) setPending(false);
    }
  };
  return [pending, run];
}
