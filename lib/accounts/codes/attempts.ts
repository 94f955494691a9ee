import 'server-only';
import { MAX_WRONG_PER_CODE, MAX_WRONG_PER_HOUR, OTP_SECONDS } from '@/lib/platform/limits';
import { limiter, networkOf, returnPoints, takePoints } from '@/lib/platform/rate-limit';
import { refusalOfCode, type CodeRefusal } from './statements';

const wrongPerCode = limiter('email_code_wrong', { points: MAX_WRONG_PER_CODE, seconds: OTP_SECONDS });
const wrongPerHour = limiter('email_code_wrong_hour', { points: MAX_WRONG_PER_HOUR, seconds: 60 * 60 });

/**
 * Runs `verify`, which checks a code that was sent after the response, if the limits of wrong codes allow it. They are
 * those of checkCode, but counted by the submitted recipient (an e-mail address, or the reference of an adoption) and the
 * client network: an unknown recipient has no codes to count at, and responses must not reveal that. Each attempt
 * counts before the comparison; a successful one is refunded.
 * @param verify returns whether the code was right
 */
export async function withAttemptAllowance(
  recipient: string,
  clientAddress: string,
  verify: () => Promise<boolean>,
): Promise<{ ok: true } | CodeRefusal> {
  const key = [recipient, networkOf(clientAddress)] as const;
  const counters = [wrongPerCode.counter(key), wrongPerHour.counter(key)];
  const attempt = await takePoints(counters);
  if (!attempt.ok) return refusalOfCode('too_many', attempt.retryAfterSeconds);
  if (!(await verify())) return refusalOfCode('wrong', null);
  await returnPoints(counters.map((counter) => counter.key));
  return { ok: true };
}

/** Forgets the wrong attempts at the previous code, when a new one is sent to this recipient. */
export const forgetAttempts = (recipient: string, clientAddress: string) =>
  wrongPerCode.clear([recipient, networkOf(clientAddress)]);
