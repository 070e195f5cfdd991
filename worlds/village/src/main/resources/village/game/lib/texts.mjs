// Words of strangers, made fit to be shown and told: whole characters, one line, bounded. What is
// cut is cut between code points, so no half of a pair is left.

export const MAX_NAME = 40;
export const MAX_LINE = 300;
export const MAX_MESSAGE = 200;

// What steers a terminal or a reader and shows nothing: controls, directions, invisible spaces,
// tags. The joiner of emoji stays, for it is a part of what one sees.
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;
const NOT_OF_NAMES = /[^\p{L}\p{M}\p{N} '._-]|\p{Default_Ignorable_Code_Point}/gu;
const MARKS = /(\p{M}{3})\p{M}+/gu;

/** At most `most` code points of one line; empty where nothing is left. */
export function clean(text, most) {
  if (typeof text !== "string") {
    return "";
  }
  // a code point has at most two units, and what is dropped or folded would not need all of them
  const bounded = text.slice(0, most * 8).toWellFormed();
  const line = bounded.replace(UNSEEN, " ").normalize("NFC").replace(MARKS, "$1")
    .replace(/\s+/gu, " ").trim();
  return Array.from(line).slice(0, most).join("").trimEnd();
}

/** A name has letters, digits and a few signs: none of those by which prompts mark sections. */
export function cleanName(name) {
  const bare = clean(name, 4 * MAX_NAME).replace(NOT_OF_NAMES, "").replace(/ +/g, " ");
  return Array.from(bare.trim()).slice(0, MAX_NAME).join("").trimEnd();
}

/** Names that look alike to a person who does not look twice are one name. */
export function folded(name) {
  return name.normalize("NFKC").toLowerCase().replaceAll("ß", "ss");
}

/** Code points, as schemas count. */
export function lengthOf(text) {
  return Array.from(text).length;
}
