import 'server-only';
import { StyleSheet } from '@react-pdf/renderer';
import { DISPLAY_FONT } from './fonts';
import { ERROR, INK, INK_2, LINE, NEEL, ON_NEEL } from './palette';

/** In points: the width and height of A4, the page margin, and the font size. */
export const PAGE = 595.28;
export const LONG_PAGE = 841.89;
export const MARGIN = 40;
const HEAD = 54;
const FOOT = 54;
export const SIZE = 9;

export const display = { fontFamily: DISPLAY_FONT, fontWeight: 700 } as const;

export const styles = StyleSheet.create({
  page: {
    paddingTop: HEAD,
    paddingBottom: FOOT,
    paddingHorizontal: MARGIN,
    fontSize: SIZE,
    lineHeight: 1.35,
    color: INK,
  },
  strong: { fontWeight: 600 },
  small: { fontSize: 7.5, color: INK_2 },
  between: { flexDirection: 'row', justifyContent: 'space-between' },
  figure: { textAlign: 'right', fontFeatureSettings: ['tnum'] },
  // The empty line height is required: react-pdf 4.9 multiplies a numeric one by the font size on each page of a
  // repeated text, and fails after about ten pages (diegomura/react-pdf#3452).
  edge: { position: 'absolute', left: MARGIN, right: MARGIN, fontSize: 7.5, lineHeight: '', color: INK_2 },
  head: { marginTop: -HEAD, marginHorizontal: -MARGIN, marginBottom: 20, backgroundColor: NEEL, color: ON_NEEL },
  mark: {
    position: 'absolute',
    top: 390,
    left: -60,
    width: PAGE + 120,
    transform: 'rotate(-38deg)',
    textAlign: 'center',
    ...display,
    fontSize: 58,
    color: ERROR,
    opacity: 0.13,
  },
  markOfLong: { top: 250, left: 0, width: LONG_PAGE, transform: 'rotate(-25deg)' },
  row: { flexDirection: 'row', paddingVertical: 5, borderBottomWidth: 0.5, borderBottomColor: LINE },
  // They end with the page, so that short papers have no empty third.
  closing: { flexGrow: 1 },
  foot: { marginTop: 'auto', paddingTop: 22, gap: 24 },
  tag: { flexDirection: 'row', alignItems: 'center', gap: 4 },
});
