// Names and what is said, over the figures. What strangers wrote is set as text, and nowhere as HTML.

import {FRAME} from "../looks.mjs";

const FEELINGS = {wave: "waves", nod: "nods", shake_head: "shakes the head", laugh: "laughs", think: "thinks …"};
const LEAST_MS = 4_000; // unless the page is asked to let it stay
const LETTER_MS = 60;
const EDGE = 6; // pixels that stay free at the window's edge

export class Words {
  #ground;
  #leastMs;
  #figures = new Map(); // by id: its name, its bubble, and until when that is shown

  /** `seconds` is how long bubbles stay at least; what is no number of 1 to 600 is not heeded. */
  constructor(ground, seconds) {
    this.#ground = ground;
    this.#leastMs = seconds >= 1 && seconds <= 600 ? seconds * 1_000 : LEAST_MS;
  }

  came({id, name, kind}) {
    this.left(id);
    const figure = {kind, called: name, name: this.#box("name", kind), bubble: this.#box("bubble", kind),
      until: 0};
    figure.name.textContent = name;
    this.#figures.set(id, figure);
  }

  left(id) {
    const figure = this.#figures.get(id);
    figure?.name.remove();
    figure?.bubble.remove();
    this.#figures.delete(id);
  }

  /** A villager is named by id, a player by name. */
  said(by, text) {
    this.#show(by, text, false);
  }

  felt(by, feeling) {
    this.#show(by, FEELINGS[feeling] ?? "", true);
  }

  /** Each frame: `spriteOf(id)` says where a figure is on the map. */
  place(spriteOf, viewport) {
    for (const [id, figure] of this.#figures) {
      const sprite = spriteOf(id);
      if (sprite === undefined) {
        continue;
      }
      if (figure.until !== 0 && performance.now() > figure.until) {
        figure.until = 0;
        figure.bubble.textContent = "";
      }
      const middle = sprite.x + FRAME.body / 2;
      const feet = viewport.toScreen(middle, sprite.y + FRAME.body);
      const head = viewport.toScreen(middle, sprite.y + FRAME.body - FRAME.height);
      put(figure.name, feet.x, feet.y + 2);
      // villagers speak above themselves and players below: they stand face to face
      put(figure.bubble, head.x, figure.kind === "player"
        ? feet.y + figure.name.offsetHeight + 12 : head.y - figure.bubble.offsetHeight - 8);
    }
  }

  #show(by, text, isFelt) {
    // whoever plays may be called as the well is: by name first, for nobody has the name of a villager
    const figure = [...this.#figures.values()].find(({kind, called}) => kind === "player" && called === by)
      ?? this.#figures.get(by);
    if (figure === undefined) {
      return;
    }
    figure.bubble.classList.toggle("felt", isFelt);
    figure.bubble.textContent = text;
    figure.until = performance.now() + this.#leastMs + text.length * LETTER_MS;
    this.#ground.append(figure.bubble); // the newest lies on top
  }

  #box(sort, kind) {
    const box = document.createElement("div");
    box.className = `${sort} ${kind}`;
    box.dir = "auto";
    this.#ground.append(box);
    return box;
  }
}

/** With its middle and its upper edge there, and within the window; its tail stays with who speaks. */
function put(box, middle, upper) {
  const left = Math.round(within(middle - box.offsetWidth / 2, innerWidth - box.offsetWidth));
  const top = Math.round(within(upper, innerHeight - box.offsetHeight));
  box.style.transform = `translate(${left}px, ${top}px)`;
  box.style.setProperty("--tail", `${Math.round(middle - left)}px`);
}

function within(place, most) {
  return Math.min(Math.max(place, EDGE), most - EDGE);
}
