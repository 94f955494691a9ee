import 'server-only';
import { sql } from 'drizzle-orm';
import { after } from 'next/server';
import { db } from '@/db/client';
import { auditLog } from '@/db/schema';
import { insertSelect } from '@/db/writes';
import type { AreaScope } from '@/lib/accounts/administrators/session';
import { describeError, log } from '@/lib/platform/log';

/** A look at a single record: its id, and its reference if it has one. */
type View = {
  action: 'user.viewed' | 'billing.viewed' | 'adoption.viewed';
  subject: string;
  reference?: string;
};

/** A record that is shown again within this time, for example because its page was reloaded, is one look. */
const SAME_LOOK_MINUTES = 10;

/** Writes the audit log entry of a look, unless the same administrator had one at the same record lately. */
export async function recordView({ adminId, username }: AreaScope, { action, subject, reference }: View) {
  const entry = {
    adminId: sql`${adminId}::uuid`,
    actor: sql`${username}`,
    action: sql`${action}`,
    subject: sql`${subject}`,
    after: sql`${JSON.stringify({ reference })}::jsonb`,
  };
  await db().execute(sql`
    ${insertSelect(auditLog, entry)}
     where not exists (select from ${auditLog}
                        where ${auditLog.subject} = ${subject} and ${auditLog.action} = ${action}
                          and ${auditLog.adminId} = ${adminId}
                          and ${auditLog.at} > now() - ${SAME_LOOK_MINUTES} * interval '1 minute')`);
}

/**
 * Records a look after the response, so that reading neither waits for the chain of the log, which an import holds until
 * it is done, nor fails with it. If the entry cannot be written, the server's log has the look.
 */
export function recordViewAfterResponse(scope: AreaScope, look: View): void {
  after(() =>
    recordView(scope, look).catch((error: unknown) =>
      log.error('look_not_recorded', {
        admin: scope.adminId,
        action: look.action,
        subject: look.subject,
        ...describeError(error),
      }),
    ),
  );
}
