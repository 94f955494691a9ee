import { formatDateTime } from '@/lib/platform/dates';

/** A date and time in India. */
export const Moment = ({ at }: { at: Date }) => <time dateTime={at.toISOString()}>{formatDateTime(at)}</time>;
