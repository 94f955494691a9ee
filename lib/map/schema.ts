import { z } from 'zod';

const position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]).rest(z.number());
const ring = z.array(position).min(4);
const geometrySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: z.array(ring).min(1) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(ring).min(1)).min(1) }),
]);

/**
 * A file of district boundaries: GeoJSON whose features have `district` and optionally `aliases` and the headquarters
 * as `lat` and `lon`. Other properties are dropped.
 */
export const boundariesSchema = z.object({
  type: z.literal('FeatureCollection'),
  features: z
    .array(
      z.object({
        type: z.literal('Feature'),
        properties: z.object({
          district: z.string().trim().min(1),
          aliases: z.array(z.string()).nullish(),
          lat: z.number().min(-90).max(90).nullish(),
          lon: z.number().min(-180).max(180).nullish(),
        }),
        geometry: geometrySchema,
      }),
    )
    .min(1),
});

/** Districts with their outlines. */
export type Boundaries = z.infer<typeof boundariesSchema>;
/** A district: its names, its headquarters if known, its outline. */
export type DistrictFeature = Boundaries['features'][number];
