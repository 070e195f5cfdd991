package dev.playloop.loop.talk;

import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.json.Json;
import java.util.ArrayList;
import java.util.List;

/// What was said with one counterpart, oldest first: all that is kept, or the newest of it. As JSON
/// it is what the loop stores under the counterpart's own key, and what is journaled. Immutable.
///
/// @param with the counterpart's id
/// @param before the rolling hash before the first of `said`, so that these alone show that they
///   are what the agent's [TalkMark] stands for
/// @param said at most [#MAX_EXCHANGES]
/// @param hash the rolling hash behind the last
public record Talk(String with, String before, List<Spoken> said, String hash) {
  public static final int MAX_EXCHANGES = 20;

  /// Bytes of its JSON: a journal entry of it has at most 64 KiB.
  public static final int MAX_BYTES = 60 * 1024;

  /// The most that JSON makes of one character, and of what stands around an exchange.
  private static final int ESCAPED = 6;

  private static final int AROUND = 128;

  public Talk {
    said = List.copyOf(said);
  }

  /// Before anything was said.
  static Talk none(String with) {
    return nothingBehind(with, start(with));
  }

  /// Nothing is kept of what led to this hash.
  static Talk nothingBehind(String with, String hash) {
    return new Talk(with, hash, List.of(), hash);
  }

  /// The rolling hash before the first exchange with somebody.
  static String start(String with) {
    return Sha256.hex(with);
  }

  /// Whether its hash is that of what it holds. Whoever has it from elsewhere than an own store has
  /// to ask.
  public boolean isWhole() {
    String rolled = before;
    for (Spoken one : said) {
      rolled = one.after(rolled);
    }
    return rolled.equals(hash);
  }

  /// With one more; the oldest go where that is more than is kept.
  Talk and(Spoken one) {
    List<Spoken> next = new ArrayList<>(said);
    next.add(one);
    Talk talk = new Talk(with, before, next, one.after(hash));
    while (talk.said.size() > MAX_EXCHANGES || talk.isTooLarge()) {
      talk = talk.withoutFirst();
    }
    return talk;
  }

  private boolean isTooLarge() {
    int most = AROUND + ESCAPED * with.length();
    for (Spoken one : said) {
      most += AROUND + ESCAPED * (one.heard().length() + one.answered().length());
    }
    return most > MAX_BYTES && Json.bytes(this).length > MAX_BYTES;
  }

  /// The newest whose JSON has at most so many bytes together.
  Talk newest(int bytes) {
    int left = bytes;
    int from = said.size();
    while (from > 0) {
      int size = said.get(from - 1).bytes();
      if (size > left) {
        break;
      }
      left -= size;
      from--;
    }
    Talk talk = this;
    for (int i = 0; i < from; i++) {
      talk = talk.withoutFirst();
    }
    return talk;
  }

  private Talk withoutFirst() {
    return new Talk(with, said.getFirst().after(before), said.subList(1, said.size()), hash);
  }
}
