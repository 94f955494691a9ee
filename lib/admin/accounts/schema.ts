import { z } from 'zod';

/** How long an administrator's session lasts, in seconds. */
export const ADMIN_SESSION_SECONDS = 8 * 60 * 60;

/** The header in which a page's calls name the session that opened the page; its id, which opens nothing. */
export const PAGE_SESSION_HEADER = 'X-Admin-Session';

/** Failed logins of one account from one network, and from one address, in 15 minutes (security 15); failedLogins has the others. */
export const ADMIN_LOGIN_FAILURES = { account: 5, address: 10, seconds: 15 * 60 };

/** The most characters of a username and a password: in new accounts and in a login, whose form has no rules (R-ADMIN-02). */
export const MAX_USERNAME = 100;
export const MAX_PASSWORD = 128;

/** The body of POST /api/user/admin_login (R-API-27). Empty fields are let through: the server answers them like wrong ones. */
export const adminLoginSchema = z.strictObject({
  username: z.string({ error: 'admin.invalid_credentials' }).max(MAX_USERNAME, { error: 'admin.invalid_credentials' }),
  password: z.string({ error: 'admin.invalid_credentials' }).max(MAX_PASSWORD, { error: 'admin.invalid_credentials' }),
});

/** The answer of POST /api/user/admin_login (R-API-27, A-28). */
export const adminLoginResponseSchema = z.object({
  token: z.string().min(1),
  admin: z.object({ id: z.uuid(), username: z.string() }),
});
export type Admin = z.infer<typeof adminLoginResponseSchema>['admin'];
