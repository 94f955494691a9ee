import 'server-only';
import { renderToBuffer } from '@react-pdf/renderer';
import { env } from '@/lib/core/env';
import { loadFit } from './fonts';
import type { Summary } from './rules';
import { SummaryDocument } from './summary';

/** Rendering is computing on the one thread that also answers everybody else: more than this many at once only queue there. */
const MAX_AT_ONCE = 2;
let running = 0;

/** The PDF of a summary; null when this process is already rendering two. */
export async function renderSummary(summary: Summary): Promise<Buffer | null> {
  if (running >= MAX_AT_ONCE) return null;
  running += 1;
  try {
    const address = summary.reference && new URL(`/verify/${summary.reference}`, env().APP_URL).href;
    return await renderToBuffer(<SummaryDocument summary={summary} address={address} fit={await loadFit()} />);
  } finally {
    running -= 1;
  }
}
