// What the figures and things of the square look like, drawn point by point, so that nobody's art is
// in the tree. Used by the page, by its build, and by who looks at a picture of it.

/** In pixels. A figure stands with its feet on the lower edge of its body, which is a tile less one. */
export const FRAME = {width: 32, height: 42, body: 31};
export const THING = {width: 32, height: 40};

const OUTLINE = "#2b2233";
const SKIN = "#f0c39a";
const EYE = "#2b2233";

/** By graphic. What they wear is what they are known by. */
export const FIGURES = {
  mira: {hair: "#7a3b1d", shirt: "#c8324b", legs: "#a3263c", longHair: true},
  bram: {hair: "#3b2a1a", shirt: "#2f5fb3", legs: "#4a4038", beard: true},
  odo: {hair: "#d8d4cc", shirt: "#e0a526", legs: "#6b4a2a", hat: "#6b4a2a"},
  player: {hair: "#51331c", shirt: "#7d3fb0", legs: "#3d3550"},
};

/** Rows of a sheet, as the engine has them. */
const WAYS = ["down", "left", "right", "up"];

export const THINGS = {well: drawWell, oven: drawOven, gate: drawGate};

/** A picture of `width` times `height` points, each `#rrggbb` or nothing. */
export class Picture {
  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.points = Array(width * height).fill(null);
  }

  set(x, y, colour) {
    if (x >= 0 && y >= 0 && x < this.width && y < this.height) {
      this.points[y * this.width + x] = colour;
    }
  }

  get(x, y) {
    return x >= 0 && y >= 0 && x < this.width && y < this.height ? this.points[y * this.width + x] : null;
  }

  box(x, y, width, height, colour) {
    for (let i = 0; i < width * height; i++) {
      this.set(x + (i % width), y + Math.floor(i / width), colour);
    }
  }

  oval(x, y, across, up, colour, holds = () => true) {
    for (let j = Math.floor(y - up); j <= y + up; j++) {
      for (let i = Math.floor(x - across); i <= x + across; i++) {
        if (((i + 0.5 - x) / across) ** 2 + ((j + 0.5 - y) / up) ** 2 <= 1 && holds(i, j)) {
          this.set(i, j, colour);
        }
      }
    }
  }

  /** A line round all that is drawn. */
  outlined() {
    const drawn = [...this.points];
    const at = (x, y) => x >= 0 && y >= 0 && x < this.width && y < this.height && drawn[y * this.width + x] !== null;
    for (let i = 0; i < drawn.length; i++) {
      const [x, y] = [i % this.width, Math.floor(i / this.width)];
      if (drawn[i] === null && (at(x - 1, y) || at(x + 1, y) || at(x, y - 1) || at(x, y + 1))) {
        this.points[i] = OUTLINE;
      }
    }
    return this;
  }

  paste(other, x, y) {
    other.points.forEach((colour, i) => this.set(x + (i % other.width), y + Math.floor(i / other.width), colour));
  }
}

/** Three steps in each of the four directions. */
export function figureSheet(looks) {
  const sheet = new Picture(3 * FRAME.width, 4 * FRAME.height);
  WAYS.forEach((way, row) => [-1, 0, 1].forEach((step, column) =>
    sheet.paste(figure(looks, way, step), column * FRAME.width, row * FRAME.height)));
  return sheet;
}

function figure({hair, shirt, legs, longHair, beard, hat}, way, step) {
  const picture = new Picture(FRAME.width, FRAME.height);
  const bob = step === 0 ? 0 : 1;
  picture.box(11, 34, 4, 6 - (step > 0 ? 2 : 0), legs);
  picture.box(17, 34, 4, 6 - (step < 0 ? 2 : 0), legs);
  if (longHair && way !== "up") {
    picture.box(8, 14 + bob, 16, 11, hair);
  }
  picture.box(10, 23 + bob, 12, 12, shirt);
  picture.box(9, 25 + bob, 14, longHair ? 11 : 8, shirt);
  picture.box(6, 24 + bob, 3, 7 + step, shirt);
  picture.box(23, 24 + bob, 3, 7 - step, shirt);
  picture.box(6, 31 + bob + step, 3, 2, SKIN);
  picture.box(23, 31 + bob - step, 3, 2, SKIN);
  head(picture, {hair, longHair, beard, hat}, way, bob);
  return picture.outlined();
}

function head(picture, {hair, longHair, beard, hat}, way, bob) {
  const y = 14 + bob;
  picture.oval(16, y, 9, 9, SKIN);
  const shift = {down: 0, left: -4, right: 4, up: 0}[way];
  if (way === "up") {
    picture.oval(16, y, 9, 9, hair);
    if (longHair) {
      picture.box(8, y, 16, 12, hair);
    }
  } else {
    picture.oval(16, y, 9, 9, hair, (i, j) => j < y - 3 || (shift !== 0 && (i - 16) * shift < -6 && j < y + 4));
    for (const eye of [13 + shift, 18 + shift].filter((x) => x > 8 && x < 23)) {
      picture.box(eye, y + 1, 2, 3, EYE);
    }
    if (beard) {
      picture.oval(16 + shift / 2, y + 6, 6, 4, hair, (_, j) => j > y + 4);
    }
  }
  if (hat) {
    picture.box(10, y - 11, 12, 6, hat);
    picture.box(6, y - 6, 20, 3, hat);
  }
}

function drawWell() {
  const picture = new Picture(THING.width, THING.height);
  picture.box(4, 11, 3, 18, "#7a5230");
  picture.box(25, 11, 3, 18, "#7a5230");
  for (let i = 0; i < 8; i++) {
    picture.box(10 - i, 3 + i, 12 + 2 * i, 1, i % 2 === 0 ? "#b0523a" : "#9a4431");
  }
  picture.oval(16, 31, 14, 8, "#8d8a92");
  picture.oval(16, 28, 13, 6, "#b5b2ba");
  picture.oval(16, 28, 9, 4, "#3f7fb8");
  return picture.outlined();
}

function drawOven() {
  const picture = new Picture(THING.width, THING.height);
  picture.box(20, 3, 6, 10, "#6e4a3c");
  picture.oval(16, 24, 14, 15, "#a5694f");
  picture.box(2, 24, 28, 14, "#a5694f");
  for (let row = 0; row < 5; row++) {
    for (let column = 0; column < 4; column++) {
      picture.box(4 + column * 7 + (row % 2) * 3, 13 + row * 5, 5, 1, "#8a5540");
    }
  }
  picture.oval(16, 31, 7, 8, "#2b2233");
  picture.oval(16, 34, 5, 4, "#f08a24");
  picture.oval(16, 35, 3, 2, "#ffd75e");
  return picture.outlined();
}

function drawGate() {
  const picture = new Picture(THING.width, THING.height);
  picture.box(2, 6, 5, 32, "#6b4a2a");
  picture.box(25, 6, 5, 32, "#6b4a2a");
  for (let x = 8; x < 24; x += 4) {
    picture.box(x, 12, 3, 25, "#a87644");
  }
  picture.box(7, 17, 18, 3, "#8a5f36");
  picture.box(7, 30, 18, 3, "#8a5f36");
  picture.box(2, 3, 5, 3, "#8a5f36");
  picture.box(25, 3, 5, 3, "#8a5f36");
  return picture.outlined();
}
