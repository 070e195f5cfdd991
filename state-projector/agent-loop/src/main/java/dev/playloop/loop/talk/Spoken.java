package dev.playloop.loop.talk;

import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/// One exchange: what a counterpart said in a run, and what it was answered. Immutable.
///
/// @param at when the run closed
/// @param heard at most [#MAX_CHARACTERS] characters
/// @param answered likewise; empty where nothing was answered
/// @param importance how much the run matters for later, 0 to 1
public record Spoken(Instant at, String heard, String answered, double importance) {
  /// Characters of each side.
  public static final int MAX_CHARACTERS = 500;

  /// How much a run matters of which nobody said how much.
  public static final double USUAL = 0.5;

  public Spoken {
    heard = shortened(heard);
    answered = shortened(answered);
    importance = Double.isNaN(importance) ? USUAL : Math.clamp(importance, 0.0, 1.0);
  }

  /// A side as it is kept: whole characters, and a sign where there was more.
  public static String shortened(String text) {
    return Text.length(text) <= MAX_CHARACTERS ? text : Text.brief(text, MAX_CHARACTERS - 1);
  }

  /// The length of its JSON.
  int bytes() {
    return Json.bytes(this).length;
  }

  /// The rolling hash behind this exchange: SHA-256 over the hash before it, a line break and its
  /// JSON, in lower-case hex.
  String after(String hash) {
    return Sha256.hex((hash + "\n").getBytes(StandardCharsets.UTF_8), Json.bytes(this));
  }
}
