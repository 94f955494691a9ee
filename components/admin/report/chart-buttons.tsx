'use client';

import { Image as ImageIcon } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { saveFile } from '@/components/platform/form/save-file';
import { usePending } from '@/components/platform/form/use-pending';
import { Button } from '@/components/platform/ui/button';
import { notify } from '@/components/platform/ui/toaster';

/** Pixels of the picture per pixel of the chart: sharp on a slide. */
const SCALE = 2;

/** Saves a drawn chart as a file for a slide. @param chart the id of its <svg> @param fileName without extension */
export function ChartButtons({ chart, fileName }: { chart: string; fileName: string }) {
  const t = useTranslations('report.chart');
  const svgOf = () => document.getElementById(chart) as unknown as SVGSVGElement;
  const [pending, savePng] = usePending(async () => {
    const picture = await toPng(svgOf());
    if (picture) saveFile(picture, `${fileName}.png`);
    else notify.error(t('failed'), { id: 'chart' });
  });
  return (
    <div className="flex gap-3 print:hidden">
      <Button variant="line" size="small" onClick={() => saveFile(toSvg(svgOf()), `${fileName}.svg`)}>
        <ImageIcon aria-hidden />
        {t('svg')}
      </Button>
      <Button variant="line" size="small" pending={pending} onClick={() => void savePng()}>
        <ImageIcon aria-hidden />
        {t('png')}
      </Button>
    </div>
  );
}

const toSvg = (svg: SVGSVGElement) =>
  new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml;charset=utf-8' });

/** Returns the drawing as a picture; null if the browser cannot make it. */
async function toPng(svg: SVGSVGElement): Promise<Blob | null> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  try {
    await image.decode();
  } catch {
    return null;
  }
  const canvas = document.createElement('canvas');
  const { width, height } = svg.viewBox.baseVal;
  [canvas.width, canvas.height] = [width * SCALE, height * SCALE];
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}
