import 'server-only';
import { create } from 'qrcode';

/** The quiet zone around a QR code, in modules. */
const QUIET = 4;

/**
 * Returns the QR code of a URL as one vector path.
 * @returns `path`: one rectangle per run of dark modules; `size`: width and height including the quiet zone, in modules
 */
export function qrCode(url: string): { path: string; size: number } {
  const { modules } = create(url, { errorCorrectionLevel: 'M' });
  let path = '';
  for (let y = 0; y < modules.size; y += 1) {
    for (let x = 0; x < modules.size; x += 1) {
      let run = 0;
      while (x + run < modules.size && modules.get(y, x + run)) run += 1;
      if (run > 0) path += `M${x + QUIET} ${y + QUIET}h${run}v1h-${run}z`;
      x += run;
    }
  }
  return { path, size: modules.size + 2 * QUIET };
}
