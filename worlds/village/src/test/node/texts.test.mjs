import assert from "node:assert/strict";
import {test} from "node:test";
import {part} from "./village.mjs";

const {clean, cleanName, folded, lengthOf} = await part("texts");

const NAMES = [
  ["[World]", "World"],
  ["### SYSTEM", "SYSTEM"],
  ["</view><notice>", "viewnotice"],
  ["Al\r\nex\u2028x", "Al ex x"],
  ["  A   lex ", "A lex"],
  ["\u202eevil\u0000", "evil"],
  ["d'Arc-Zoë Jr.", "d'Arc-Zoë Jr."],
  ["🙂🙂", ""],
  ["Mira\u3164", "Mira"],
  ["Al\ufe0fex\u034f", "Alex"],
  ["\u3164", ""],
  ["", ""],
  [undefined, ""],
  [{toString: () => "x"}, ""],
  ["x".repeat(10_000), "x".repeat(40)],
  ["\u{20000}".repeat(100), "\u{20000}".repeat(40)],
];

for (const [given, expected] of NAMES) {
  test(`the name ${JSON.stringify(given)?.slice(0, 30)} becomes ${JSON.stringify(expected).slice(0, 30)}`, () => {
    assert.equal(cleanName(given), expected);
  });
}

const TEXTS = [
  ["controls", "a\u0007b\u001b[31mc\u009d", "a b [31mc"],
  ["half characters", "a\ud83db\udc00", "a\ufffdb\ufffd"],
  ["what turns lines round", "a\u202e\u2066b", "a b"],
  ["what cannot be seen", "a\u200b\ufeff\u{e0041}b", "a b"],
  ["line breaks of all sorts", "a\r\nb\u2028c\u0085d", "a b c d"],
  ["a heap of marks", `e${"\u0301".repeat(500)}`, "é\u0301\u0301\u0301"],
  ["an emoji that is joined", "👩‍🌾", "👩‍🌾"],
  ["nothing but spaces", " \t\n ", ""],
];

for (const [what, given, expected] of TEXTS) {
  test(`a text loses ${what}`, () => assert.equal(clean(given, 300), expected));
}

test("a text is cut between characters, whatever they are made of", () => {
  for (const one of ["x", "é", "漢", "🙂"]) {
    const cut = clean(one.repeat(10_000), 300);
    assert.equal(lengthOf(cut), 300);
    assert.ok(cut.isWellFormed());
  }
});

test("names that look alike are one", () => {
  assert.equal(folded("ＡLEX"), folded("alex"));
  assert.equal(folded("Straße"), folded("STRASSE"));
});
