import type { Drawing, Mark } from '../lib/types';

// Where the parts of a drawing lie, in a plane of its own. Pure functions.

export interface Spot {
  x: number;
  y: number;
}

const ROOT_3 = Math.sqrt(3);

/** The middle of a tile; y grows downwards. */
export function gridSpot(at: Spot): Spot {
  return { x: at.x, y: at.y };
}

/** The middle of a hex with a pointed top, from axial coordinates. */
export function hexSpot(at: Spot): Spot {
  return { x: ROOT_3 * (at.x + at.y / 2) * 0.55, y: 1.5 * at.y * 0.55 };
}

/** The corners of such a hex, as SVG's `points` has them. */
export function hexCorners(middle: Spot): string {
  return [0, 1, 2, 3, 4, 5]
    .map((corner) => {
      const angle = (Math.PI / 180) * (60 * corner - 30);
      return (middle.x + 0.53 * Math.cos(angle)).toFixed(3) + ',' + (middle.y + 0.53 * Math.sin(angle)).toFixed(3);
    })
    .join(' ');
}

export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What holds all of them, with room for labels; never smaller than a few tiles. */
export function frameOf(spots: Spot[], room = 1): Frame {
  const xs = spots.map((spot) => spot.x);
  const ys = spots.map((spot) => spot.y);
  const left = Math.min(...xs, Infinity);
  const top = Math.min(...ys, Infinity);
  if (!Number.isFinite(left) || !Number.isFinite(top)) {
    return { x: 0, y: 0, width: 8, height: 6 };
  }
  const width = Math.max(...xs) - left;
  const height = Math.max(...ys) - top;
  const wide = Math.max(width, 6) + 2 * room;
  const high = Math.max(height, 4) + 2 * room;
  return { x: left - room - (wide - 2 * room - width) / 2, y: top - room - (high - 2 * room - height) / 2, width: wide, height: high };
}

/** Zoomed into its middle. */
export function zoomed(frame: Frame, zoom: number): Frame {
  const width = frame.width / zoom;
  const height = frame.height / zoom;
  return { x: frame.x + (frame.width - width) / 2, y: frame.y + (frame.height - height) / 2, width, height };
}

/** Nodes in rings around those that most edges touch: the same each time. In the order of the nodes. */
export function ringSpots(graph: Extract<Drawing, { type: 'graph' }>): Spot[] {
  const joined = new Map<string, number>();
  graph.edges.forEach((edge) => {
    joined.set(edge.from, (joined.get(edge.from) ?? 0) + 1);
    joined.set(edge.to, (joined.get(edge.to) ?? 0) + 1);
  });
  const order = graph.nodes
    .map((node, index) => ({ id: node.id, index }))
    .sort((a, b) => (joined.get(b.id) ?? 0) - (joined.get(a.id) ?? 0) || a.index - b.index);
  const spots: Spot[] = [];
  let ring = 0;
  let placed = 0;
  while (placed < order.length) {
    const inRing = ring === 0 ? 1 : ring * 6;
    const here = order.slice(placed, placed + inRing);
    here.forEach(({ index }, number) => {
      const angle = (2 * Math.PI * number) / here.length;
      spots[index] = { x: ring * 2.4 * Math.cos(angle), y: ring * 1.5 * Math.sin(angle) };
    });
    placed += here.length;
    ring++;
  }
  return spots;
}

/** What kinds of marks there are, each with the number of its look. */
export function kindsOf(parts: { kind: string }[]): Map<string, number> {
  const kinds = new Map<string, number>();
  parts.forEach((part) => {
    if (!kinds.has(part.kind)) {
      kinds.set(part.kind, part.kind === 'self' ? 0 : (kinds.has('self') ? kinds.size : kinds.size + 1));
    }
  });
  return kinds;
}

export function markKey(mark: Mark, index: number): string {
  return mark.x + ',' + mark.y + ',' + index;
}
