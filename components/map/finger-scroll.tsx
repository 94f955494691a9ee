'use client';

import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { MAX_BOUNDS } from '@/lib/map/view';

/**
 * While the whole map is visible, one finger scrolls the page and two zoom the map; zoomed in, one finger moves the
 * map.
 */
export function FingerScroll() {
  const map = useMap();
  useEffect(() => {
    const [[south, west], [north, east]] = MAX_BOUNDS;
    const decide = () => {
      const [topLeft, bottomRight, size] = [map.project([north, west]), map.project([south, east]), map.getSize()];
      const whole = bottomRight.x - topLeft.x <= size.x && bottomRight.y - topLeft.y <= size.y;
      if (whole) map.dragging.disable();
      else map.dragging.enable();
    };
    decide();
    map.on('zoomend resize', decide);
    return () => void map.off('zoomend resize', decide);
  }, [map]);
  return null;
}
