import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { brief, some } from '../lib/text';
import type { Drawing, Mark } from '../lib/types';
import { frameOf, gridSpot, hexCorners, hexSpot, kindsOf, markKey, ringSpots, zoomed, type Frame, type Spot } from './place';

/** Where an agent has been, oldest first. */
export interface Trail {
  agent: string;
  spots: Spot[];
}

const LOOKS = 6;
const LABELS = 60;

function Legend({ kinds }: { kinds: Map<string, number> }) {
  return (
    <ul class="legend">
      {[...kinds].slice(0, 12).map(([kind, look]) => (
        <li key={kind}>
          <svg viewBox="-1 -1 2 2" aria-hidden="true">
            <Shape look={look % LOOKS} at={{ x: 0, y: 0 }} size={0.8} />
          </svg>
          <bdi>{brief(kind, 40)}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** A kind is told by its shape as well as its colour. */
function Shape({ look, at, size }: { look: number; at: Spot; size: number }) {
  const { x, y } = at;
  switch (look) {
    case 0:
      return <circle class="look0" cx={x} cy={y} r={size} />;
    case 1:
      return <rect class="look1" x={x - size * 0.8} y={y - size * 0.8} width={size * 1.6} height={size * 1.6} />;
    case 2:
      return <polygon class="look2" points={`${x},${y - size} ${x + size},${y + size * 0.8} ${x - size},${y + size * 0.8}`} />;
    case 3:
      return <polygon class="look3" points={`${x},${y - size} ${x + size},${y} ${x},${y + size} ${x - size},${y}`} />;
    case 4:
      return <polygon class="look4" points={`${x},${y + size} ${x + size},${y - size * 0.8} ${x - size},${y - size * 0.8}`} />;
    default:
      return <rect class="look5" x={x - size} y={y - size * 0.5} width={size * 2} height={size} />;
  }
}

function Canvas({ label, frame, children }: { label: string; frame: Frame; children: ComponentChildren }) {
  const [zoom, setZoom] = useState(1);
  const seen = zoomed(frame, zoom);
  return (
    <div class="canvas">
      <svg
        class="map"
        role="img"
        aria-label={label}
        viewBox={[seen.x, seen.y, seen.width, seen.height].map((number) => number.toFixed(3)).join(' ')}
      >
        {children}
      </svg>
      <div class="zoom" role="group" aria-label="Zoom">
        <button type="button" class="quiet" onClick={() => setZoom(Math.min(16, zoom * 1.5))}>
          Zoom in
        </button>
        <button type="button" class="quiet" onClick={() => setZoom(Math.max(0.5, zoom / 1.5))}>
          Zoom out
        </button>
        <button type="button" class="quiet" onClick={() => setZoom(1)}>
          Whole
        </button>
      </div>
    </div>
  );
}

/** Things on tiles or hexes. What stands in one place is drawn once, with all its names. */
export function MarksDrawing({ drawing, trails }: { drawing: Extract<Drawing, { type: 'grid' | 'hexes' }>; trails: Trail[] }) {
  const hexes = drawing.type === 'hexes';
  const spot = hexes ? hexSpot : gridSpot;
  const walked = trails.map((trail) => trail.spots.map(spot));
  const frame = frameOf([...drawing.marks.map(spot), ...walked.flat()]);
  const kinds = kindsOf(drawing.marks);
  const places = new Map<string, Mark[]>();
  drawing.marks.forEach((mark) => {
    const key = mark.x + ',' + mark.y;
    places.set(key, [...(places.get(key) ?? []), mark]);
  });
  // Letters keep their size on the screen, whatever the size of the land.
  const letter = Math.max(frame.width, frame.height) / 27;
  const size = Math.min(0.4, Math.max(0.32, frame.width / 90));
  const label = brief(drawing.title, 80) + ', a map of ' + some(drawing.marks.length, 'thing') + '; the table beside it says the same';
  return (
    <div>
      <Canvas label={label} frame={frame}>
        <Ground marks={drawing.marks} hexes={hexes} frame={frame} />
        {walked.map((spots, index) => (
          <polyline key={'t' + index} class="trail" points={spots.map((one) => one.x.toFixed(2) + ',' + one.y.toFixed(2)).join(' ')} />
        ))}
        {drawing.marks.map((mark, index) => (
          <Shape key={markKey(mark, index)} look={(kinds.get(mark.kind) ?? 0) % LOOKS} at={spot(mark)} size={size} />
        ))}
        {labelled([...places.values()], spot, letter, size).map((one) => (
          <text key={one.text + one.x + one.y} x={one.x} y={one.y} font-size={letter} text-anchor="middle">
            {one.text}
          </text>
        ))}
      </Canvas>
      <Legend kinds={kinds} />
    </div>
  );
}

/** Names below their places, but for those that would lie over another: the table has them all. */
function labelled(places: Mark[][], spot: (at: Spot) => Spot, letter: number, size: number): { text: string; x: number; y: number }[] {
  const set: { text: string; x: number; y: number; half: number }[] = [];
  for (const marks of places.slice(0, LABELS)) {
    const first = marks[0];
    if (first !== undefined) {
      const at = spot(first);
      const text = brief(first.label || first.kind, 22) + (marks.length > 1 ? ' +' + (marks.length - 1) : '');
      const half = text.length * letter * 0.3;
      const y = at.y + size + letter;
      if (!set.some((other) => Math.abs(other.y - y) < letter && Math.abs(other.x - at.x) < other.half + half)) {
        set.push({ text, x: at.x, y, half });
      }
    }
  }
  return set;
}

/** The tiles that something stands on; of grids all tiles, where they are few. */
function Ground({ marks, hexes, frame }: { marks: Mark[]; hexes: boolean; frame: Frame }) {
  if (hexes) {
    const places = new Map(marks.map((mark) => [mark.x + ',' + mark.y, mark]));
    return (
      <>
        {[...places].map(([key, mark]) => (
          <polygon key={key} class="tile" points={hexCorners(hexSpot(mark))} />
        ))}
      </>
    );
  }
  if (frame.width > 60 || frame.height > 60) {
    return null;
  }
  const lines = [];
  for (let x = Math.ceil(frame.x) - 0.5; x < frame.x + frame.width; x++) {
    lines.push(<line key={'x' + x} class="tile" x1={x} x2={x} y1={frame.y} y2={frame.y + frame.height} />);
  }
  for (let y = Math.ceil(frame.y) - 0.5; y < frame.y + frame.height; y++) {
    lines.push(<line key={'y' + y} class="tile" x1={frame.x} x2={frame.x + frame.width} y1={y} y2={y} />);
  }
  return <>{lines}</>;
}

export function GraphDrawing({ drawing }: { drawing: Extract<Drawing, { type: 'graph' }> }) {
  const spots = ringSpots(drawing);
  // Two nodes of one id are both drawn; edges lead to the first.
  const byId = new Map(drawing.nodes.map((node, index) => [node.id, spots[index]] as const).reverse());
  const frame = frameOf(spots, 1.4);
  const kinds = kindsOf(drawing.nodes);
  const letter = Math.max(frame.width, frame.height) / 27;
  const label =
    brief(drawing.title, 80) + ', a graph of ' + some(drawing.nodes.length, 'node') + ' and ' + some(drawing.edges.length, 'edge') + '; the table beside it says the same';
  return (
    <div>
      <Canvas label={label} frame={frame}>
        {drawing.edges.map((edge, index) => {
          const from = byId.get(edge.from);
          const to = byId.get(edge.to);
          if (!from || !to || from === to) {
            return null;
          }
          return (
            <g key={index}>
              <line class="edge" x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
              {drawing.edges.length <= LABELS ? (
                <text class="faint" x={(from.x + to.x) / 2} y={(from.y + to.y) / 2} font-size={letter * 0.8} text-anchor="middle">
                  {brief(edge.label, 18)}
                </text>
              ) : null}
            </g>
          );
        })}
        {drawing.nodes.map((node, index) => {
          const at = spots[index];
          if (!at) {
            return null;
          }
          return (
            <g key={index}>
              <Shape look={(kinds.get(node.kind) ?? 0) % LOOKS} at={at} size={0.28} />
              {index < LABELS ? (
                <text x={at.x} y={at.y + 0.3 + letter} font-size={letter} text-anchor="middle">
                  {brief(node.label, 24)}
                </text>
              ) : null}
            </g>
          );
        })}
      </Canvas>
      <Legend kinds={kinds} />
    </div>
  );
}
