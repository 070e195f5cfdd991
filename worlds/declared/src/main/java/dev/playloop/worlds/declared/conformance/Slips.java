package dev.playloop.worlds.declared.conformance;

import dev.playloop.schemas.Printable;
import dev.playloop.worlds.declared.game.GameReply;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What no answer may be, whatever was asked: the first of each kind is kept. Thread-safe.
final class Slips {
  /// In the order in which they are told.
  enum Kind {
    REDIRECTED("answers.no-redirect", "no answer redirects elsewhere"),
    EMPTY("answers.not-empty", "no answer 200 has an empty body"),
    UNREADABLE(
        "answers.readable", "each answer 200 is a JSON object with a status of the contract"),
    OTHER("answers.own-id", "each answer names the action that was asked for"),
    LOST("answers.in-time", "each request is answered in time and within 1 MiB");

    final String check;
    final String owed;

    Kind(String check, String owed) {
      this.check = check;
      this.owed = owed;
    }
  }

  private final Map<Kind, String> first = new EnumMap<>(Kind.class);

  /// Looks at a reply to a request for `action`.
  void look(GameReply reply, Said said, String action) {
    switch (reply) {
      case GameReply.Lost(String why) -> keep(Kind.LOST, "gave no answer: " + why);
      case GameReply.NotSent _ -> {}
      case GameReply.Came came when came.status() >= 300 && came.status() < 400 ->
          keep(
              Kind.REDIRECTED,
              "redirects elsewhere: it answered with HTTP "
                  + came.status()
                  + " to "
                  + Printable.brief(String.valueOf(came.location()), 80));
      case GameReply.Came came when came.status() == 200 && came.body().length == 0 ->
          keep(Kind.EMPTY, "answered 200 with an empty body");
      case GameReply.Came came when came.status() == 200 -> ended(said, action);
      case GameReply.Came _ -> {}
    }
  }

  private void ended(Said said, String action) {
    switch (said.status()) {
      case "done", "refused", "failed", "not_done", "unknown" -> {
        String whose = said.body().path("action").asString("");
        if (!whose.equals(action)) {
          keep(
              Kind.OTHER,
              "answered for another action than it was asked for: for '"
                  + Printable.brief(whose, 80)
                  + "' instead of '"
                  + action
                  + "'");
        }
      }
      default -> keep(Kind.UNREADABLE, "answered 200 with what is no answer: " + said.what());
    }
  }

  private synchronized void keep(Kind kind, String sentence) {
    first.putIfAbsent(kind, sentence);
  }

  synchronized @Nullable String first(Kind kind) {
    return first.get(kind);
  }

  synchronized boolean isEmpty() {
    return first.isEmpty();
  }
}
