/** `next/headers` for tests, where no request is being answered: a visitor who has chosen no language and accepts any. */
export const cookies = async () => new Map<string, { value: string }>();
export const headers = async () => new Headers();
