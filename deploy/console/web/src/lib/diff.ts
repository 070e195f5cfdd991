export interface DiffLine {
  sign: ' ' | '+' | '-';
  text: string;
}

const MOST_EDITS = 2000;

/** The lines of both texts, told apart by the shortest edit (Myers 1986); null where they differ too much. */
export function diff(before: string[], after: string[]): DiffLine[] | null {
  const limit = Math.min(before.length + after.length, MOST_EDITS);
  const trace: Map<number, number>[] = [];
  let reach = new Map<number, number>([[1, 0]]);
  for (let edits = 0; edits <= limit; edits++) {
    trace.push(new Map(reach));
    const next = new Map(reach);
    for (let k = -edits; k <= edits; k += 2) {
      const down = k === -edits || (k !== edits && (next.get(k - 1) ?? -1) < (next.get(k + 1) ?? -1));
      let x = down ? (next.get(k + 1) ?? 0) : (next.get(k - 1) ?? 0) + 1;
      let y = x - k;
      while (x < before.length && y < after.length && before[x] === after[y]) {
        x++;
        y++;
      }
      next.set(k, x);
      if (x >= before.length && y >= after.length) {
        return back(before, after, trace, edits);
      }
    }
    reach = next;
  }
  return null;
}

function back(before: string[], after: string[], trace: Map<number, number>[], edits: number): DiffLine[] {
  const lines: DiffLine[] = [];
  let x = before.length;
  let y = after.length;
  for (let d = edits; d >= 0; d--) {
    const reach = trace[d] ?? new Map<number, number>();
    const k = x - y;
    const down = k === -d || (k !== d && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
    const fromK = down ? k + 1 : k - 1;
    const fromX = d === 0 ? 0 : (reach.get(fromK) ?? 0);
    const fromY = d === 0 ? 0 : fromX - fromK;
    while (x > fromX && y > fromY && before[x - 1] === after[y - 1]) {
      lines.push({ sign: ' ', text: before[x - 1] ?? '' });
      x--;
      y--;
    }
    if (d > 0) {
      lines.push(down ? { sign: '+', text: after[y - 1] ?? '' } : { sign: '-', text: before[x - 1] ?? '' });
      x = fromX;
      y = fromY;
    }
  }
  return lines.reverse();
}
