import { figureClasses, figureClassOf, figuresTitle, type FigureClass } from '@/lib/catalogue/district-figures/rules';
import type { DistrictFigures, Figures } from '@/lib/catalogue/district-figures/schema';

/** The layer of the operator's figures on the map; the classes have the shades 1 to 4 in their order. */
export type FigureLayer = {
  title: string;
  source: string;
  figures: Figures;
  classes: FigureClass[];
};

/** Returns the layer of figures in a language; null without figures. */
export const figureLayer = (figures: DistrictFigures | null, locale: string): FigureLayer | null =>
  figures && {
    title: figuresTitle(figures, locale),
    source: figures.source,
    figures: figures.figures,
    classes: figureClasses(figures.figures),
  };

/** Returns the attribute of a district in the layer, for map.css; undefined without a layer or a figure. */
export function figureAttribute(layer: FigureLayer | null, district: string): string | undefined {
  const number = layer && figureClassOf(layer.classes, layer.figures[district]);
  return number === null ? undefined : String(number);
}
