/** Returns the name of the file with a paper. @param serial such as 'PR/2026-27/000012' */
export function paperFileName(serial: string, extension: 'pdf' | 'xlsx'): string {
  return `${serial.replaceAll('/', '-')}.${extension}`;
}
