package dev.playloop.worlds.declared.conformance;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.declared.game.GameContract;
import dev.playloop.worlds.declared.game.GameRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An action acts once, when its answer says so, and has one answer for ever.
final class OnceChecks {
  static final String SAME_ID = "once.same-id";

  private OnceChecks() {}

  static List<Check> all() {
    return List.of(
        Check.of(SAME_ID, "acts once on one id", OnceChecks::sameId),
        Check.of("done.acted", "has acted when it says done", OnceChecks::acted),
        Check.of("once.same-result", "has one result for one id", OnceChecks::sameResult)
            .after(SAME_ID),
        Check.of(
                "once.replayed",
                "does nothing for a signed request that comes a second time",
                OnceChecks::replayed)
            .after(SAME_ID),
        Check.of("once.key", "refuses a key that is not the action's id", OnceChecks::otherKey),
        Check.of("tools.unknown", "refuses a tool that it does not have", OnceChecks::unknownTool),
        Check.of("asked.never-sent", "has no result for what it never got", OnceChecks::neverSent));
  }

  private static @Nullable String sameId(Hand hand) throws InterruptedException {
    String counter = hand.counter();
    Action add = hand.add(counter, 1);
    hand.done(add);
    hand.post(add);
    long total = hand.totalLater(counter);
    return total <= 1
        ? null
        : "acts twice on one id: it was sent one action two times, and its effect is there "
            + total
            + " times";
  }

  private static @Nullable String acted(Hand hand) throws InterruptedException {
    String counter = hand.counter();
    hand.done(hand.add(counter, 1));
    long total = hand.total(counter);
    if (total >= 1) {
      return null;
    }
    return "said done before it had acted: right behind that answer the counter stood at "
        + total
        + ", and a moment later at "
        + hand.totalLater(counter);
  }

  private static @Nullable String sameResult(Hand hand) throws InterruptedException {
    String counter = hand.counter();
    Action first = hand.add(counter, 1);
    String given = hand.done(first).result();
    hand.done(hand.add(counter, 1));
    String again = hand.post(first).result();
    String asked = hand.ask(first).result();
    for (String other : List.of(again, asked)) {
      if (!other.equals(given)) {
        return "gave two different results for one id: first "
            + given.strip()
            + ", later "
            + other.strip();
      }
    }
    return null;
  }

  private static @Nullable String replayed(Hand hand) throws InterruptedException {
    String counter = hand.counter();
    Action add = hand.add(counter, 1);
    GameRequest request = hand.request(add);
    hand.send(request, add);
    hand.ask(add);
    hand.send(request, add);
    long total = hand.totalLater(counter);
    return total <= 1
        ? null
        : "took a valid signed request a second time: the same bytes under the same signature,"
            + " sent again after the action was asked for, acted again";
  }

  private static @Nullable String otherKey(Hand hand) throws InterruptedException {
    String counter = hand.counter();
    Action add = hand.add(counter, 1);
    String key = hand.add(counter, 1).action().value();
    Said said = hand.send(hand.request(add).with(GameContract.KEY, key), add);
    if (hand.totalLater(counter) > 0) {
      return "acted on a request whose Idempotency-Key was not the id of its action";
    }
    return said.http() == 400
        ? null
        : "answered a request whose Idempotency-Key was not the id of its action with "
            + said.what()
            + " instead of HTTP 400";
  }

  private static @Nullable String unknownTool(Hand hand) throws InterruptedException {
    Said said = hand.post(hand.action("playloop_no_such_tool", Json.NODES.objectNode()));
    if (said.isDone()) {
      return "said done for an unknown tool";
    }
    return said.status().equals("refused")
        ? null
        : "answered a call of an unknown tool with " + said.what() + " instead of refused";
  }

  private static @Nullable String neverSent(Hand hand) throws InterruptedException {
    Said said = hand.ask(hand.add(hand.counter(), 1));
    return switch (said.status()) {
      case "not_done", "unknown" -> null;
      case "done", "refused", "failed" ->
          "sent a result for what it never got: it says "
              + said.status()
              + " of an id that nobody"
              + " had sent";
      default ->
          "answered for an id that nobody had sent with "
              + said.what()
              + " instead of not_done or unknown";
    };
  }
}
