import assert from "node:assert/strict";
import {test} from "node:test";
import {part} from "./village.mjs";

const {People} = await part("people");

/** As much of a store as people need. */
function people() {
  const known = new Map();
  return new People({knownPerson: (id) => known.get(id),
    person: (person) => known.set(person.id, person) !== undefined});
}

const count = (entered, refused) => entered.filter((each) => each.refused === refused).length;

test("new names are few in a second over all, and who is known comes in all the same", () => {
  const door = people();
  const alex = {name: "Alex", key: "the-key-of-alex"};
  assert.equal(door.enter(alex).person.name, "Alex");
  const since = performance.now();
  const strangers = Array.from({length: 2_000}, (_, i) => door.enter({name: `n${i}`, key: "12345678"}));
  const allowed = 30 + 3 * (performance.now() - since + 1_000) / 1_000;
  assert.ok(count(strangers, undefined) <= allowed, `${count(strangers, undefined)} names`);
  assert.equal(door.enter(alex).person.name, "Alex");
});

test("keys are not guessed by the thousand", () => {
  const door = people();
  door.enter({name: "Alex", key: "the-key-of-alex"});
  const guesses = Array.from({length: 2_000}, (_, i) => door.enter({name: "Alex", key: `guess-no-${i}`}));
  assert.ok(count(guesses, "too_fast") > 1_000);
  assert.equal(count(guesses, undefined), 0);
});
