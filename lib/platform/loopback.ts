const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether the host name of a URL is this machine, where a connection needs no encryption. */
export const isLoopback = (hostname: string) => LOOPBACK.test(hostname);
