import 'server-only';
import { Path, Svg } from '@react-pdf/renderer';
import { drawSeats, mixedRuns, SEAT_SHAPES, seatScale } from '@/lib/selection/seat-drawing';
import { courseTypeColors, INK, MARIGOLD, NEEL, ON_NEEL } from './palette';
import { qrCode } from '@/lib/platform/qr';
import { seatCount, type TypeSeats } from '@/lib/adoption/core/summary';

/** The logo: one adopted seat. */
export function SeatMark({ size }: { size: number }) {
  return (
    <Svg viewBox="0 0 7 7" style={{ width: size, height: size }}>
      <Path d={`M0 0${SEAT_SHAPES.taken}`} fill={ON_NEEL} fillRule="evenodd" />
    </Svg>
  );
}

/** Returns how many seats one drawn chair represents. */
export function classroomScale(parts: readonly TypeSeats[]): number {
  return seatScale(seatCount(parts));
}

/** Draws the seats of a selection in the colours of their course types: filled if adopted, outlined in a draft. */
export function Classroom({ parts, adopted, unit }: { parts: readonly TypeSeats[]; adopted: boolean; unit: number }) {
  const per = classroomScale(parts);
  const runs = mixedRuns(
    parts.map(({ courseName, seats }) => ({ slug: courseName, seats })),
    per,
    adopted ? 'yours' : 'open',
  );
  const { width, height, paths } = drawSeats(runs, 10);
  return (
    <Svg viewBox={`0 0 ${width} ${height}`} style={{ width: width * unit, height: height * unit }}>
      {paths.map(({ slug: courseName = '', d }) => (
        <Path key={courseName} d={d} fill={courseTypeColors(courseName).seat} fillRule="evenodd" />
      ))}
    </Svg>
  );
}

/** One 28 × 14 repeat of the woven pattern. */
const THREADS: readonly (readonly [y: number, height: number, width: number, starts: readonly number[]])[] = [
  [0, 1, 28, [0]],
  [3, 2, 4, [0, 6, 12, 18, 24]],
  [6, 2, 4, [3, 9, 15, 21]],
  [9, 2, 4, [0, 6, 12, 18, 24]],
  [13, 1, 28, [0]],
];

/** The woven border below the header, `width` × `height` points. */
export function Weave({ width, height }: { width: number; height: number }) {
  const repeats = Math.ceil((width * 14) / height / 28);
  const threads = Array.from({ length: repeats }, (_, repeat) =>
    THREADS.map(([y, tall, wide, starts]) =>
      starts.map((x) => `M${repeat * 28 + x} ${y}h${wide}v${tall}h-${wide}z`).join(''),
    ).join(''),
  ).join('');
  return (
    <Svg viewBox={`0 0 ${(width * 14) / height} 14`} style={{ width, height, backgroundColor: NEEL }}>
      <Path d={threads} fill={MARIGOLD} />
    </Svg>
  );
}

/** The QR code of a URL as vector graphics, `side` points wide including the quiet zone. */
export function QrCode({ url, side }: { url: string; side: number }) {
  const { path, size } = qrCode(url);
  return (
    <Svg viewBox={`0 0 ${size} ${size}`} style={{ width: side, height: side }}>
      <Path d={path} fill={INK} />
    </Svg>
  );
}
