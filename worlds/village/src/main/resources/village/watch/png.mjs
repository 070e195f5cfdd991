// PNG, as far as the page and who looks at a picture of it need it: eight bits a channel, with or
// without transparency, not interlaced.

import {deflateSync, inflateSync} from "node:zlib";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

/** Of a picture whose points are `#rrggbb`, or nothing where one sees through it. */
export function encoded({width, height, points}) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (1 + 4 * width));
  points.forEach((colour, i) => {
    if (colour !== null) {
      const at = Math.floor(i / width) * (1 + 4 * width) + 1 + 4 * (i % width);
      rows.writeUInt32BE(Number.parseInt(`${colour.slice(1)}ff`, 16), at);
    }
  });
  return Buffer.concat([SIGNATURE, chunk("IHDR", header), chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0))]);
}

/** `{width, height, at(x, y)}`, where a point is `#rrggbb`. */
export function decoded(bytes) {
  if (!bytes.subarray(0, 8).equals(SIGNATURE)) {
    throw new Error("no PNG");
  }
  let header;
  const packed = [];
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const data = bytes.subarray(at + 8, at + 8 + length);
    const type = bytes.toString("latin1", at + 4, at + 8);
    header = type === "IHDR" ? data : header;
    if (type === "IDAT") {
      packed.push(data);
    }
    at += length + 12;
  }
  const [depth, kind, , , interlaced] = header.subarray(8);
  const channels = {2: 3, 6: 4}[kind];
  if (depth !== 8 || channels === undefined || interlaced !== 0) {
    throw new Error(`a PNG of another sort: ${header.toString("hex")}`);
  }
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const raw = unfiltered(inflateSync(Buffer.concat(packed)), {line: width * channels, height, channels});
  return {width, height, at: (x, y) =>
    `#${raw.toString("hex", (y * width + x) * channels, (y * width + x) * channels + 3)}`};
}

function unfiltered(rows, {line, height, channels}) {
  const raw = Buffer.alloc(line * height);
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (line + 1)];
    for (let i = 0; i < line; i++) {
      const left = i < channels ? 0 : raw[y * line + i - channels];
      const up = y === 0 ? 0 : raw[(y - 1) * line + i];
      const corner = y === 0 || i < channels ? 0 : raw[(y - 1) * line + i - channels];
      const guess = [0, left, up, (left + up) >> 1, nearest(left, up, corner)][filter];
      raw[y * line + i] = rows[y * (line + 1) + 1 + i] + guess;
    }
  }
  return raw;
}

function nearest(left, up, corner) {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

function crc(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) {
      sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
    }
  }
  return ~sum >>> 0;
}
