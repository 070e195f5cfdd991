// What was changed in a document, so that the same can be changed in another (RFC 7396).

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The change that makes `after` of `before`; undefined where there is none. */
export function changeOf(before: unknown, after: unknown): unknown {
  if (!isFields(before) || !isFields(after)) {
    return same(before, after) ? undefined : after;
  }
  const change: [string, unknown][] = [];
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const here = Object.hasOwn(before, name) ? before[name] : undefined;
    const there = Object.hasOwn(after, name) ? after[name] : undefined;
    const part = there === undefined ? null : here === undefined ? there : changeOf(here, there);
    if (part !== undefined) {
      change.push([name, part]);
    }
  }
  return change.length === 0 ? undefined : Object.fromEntries(change);
}

/** The document with that change. */
export function changed(document: unknown, change: unknown): unknown {
  if (!isFields(change)) {
    return change;
  }
  const fields = new Map(Object.entries(isFields(document) ? document : {}));
  for (const [name, part] of Object.entries(change)) {
    if (part === null) {
      fields.delete(name);
    } else {
      fields.set(name, changed(fields.get(name), part));
    }
  }
  return Object.fromEntries(fields);
}
