/**
 * Replaces `next/headers` in tests, which run outside of a request: a visitor without a chosen language who accepts
 * any.
 */
export const cookies = async () => new Map<string, { value: string }>();
export const headers = async () => new Headers();
