package dev.playloop.worlds.declared.conformance;

import dev.playloop.schemas.event.Action;
import dev.playloop.worlds.declared.game.GameContract;
import dev.playloop.worlds.declared.game.GameRequest;
import dev.playloop.worlds.declared.game.GameSecret;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Nothing is done too late, and nothing for who can't sign for it now.
final class TimeChecks {
  private static final String CHECKED = "signature.checked";
  private static final Duration STALE = GameContract.TOLERANCE.multipliedBy(2);
  private static final GameSecret WRONG =
      GameSecret.of("not the secret of any game".getBytes(StandardCharsets.UTF_8));

  private TimeChecks() {}

  static List<Check> all() {
    return List.of(
        Check.of("expired.refused", "does not take an expired action", TimeChecks::expired),
        Check.of(
            CHECKED, "refuses what is not signed, or with another secret", TimeChecks::checked),
        Check.of(
                "signature.fresh",
                "refuses a signature that is ten minutes old, or ahead",
                TimeChecks::fresh)
            .after(CHECKED),
        Check.of("signature.body", "refuses another body than was signed", TimeChecks::body)
            .after(CHECKED),
        Check.of("signature.path", "refuses another path than was signed", TimeChecks::path)
            .after(CHECKED));
  }

  private static @Nullable String expired(Hand hand) throws InterruptedException {
    String counter = hand.counter();
    Action add = hand.add(counter, 1).notAfter(hand.now().minus(Duration.ofMinutes(1)));
    Said said = hand.post(add);
    boolean acted = hand.totalLater(counter) > 0;
    if (said.http() == 409) {
      return acted
          ? "acts after 409: it answered an expired action with 409, and did it all the same"
          : said.code().equals("expired")
              ? null
              : "answered an expired action with 409 and the code '"
                  + said.code()
                  + "' instead of 'expired'";
    }
    return acted || said.isDone()
        ? "takes an expired action: its notAfter was a minute ago, and it was done"
        : "answered an expired action with " + said.what() + " instead of HTTP 409";
  }

  private static @Nullable String checked(Hand hand) throws InterruptedException {
    String counter = hand.counter();
    Action add = hand.add(counter, 1);
    GameRequest signed = hand.request(add);
    String fault = taken(hand, hand.request(add, WRONG, hand.now()), add, counter, "a wrong one");
    fault =
        fault != null
            ? fault
            : taken(hand, signed.without(GameContract.SIGNATURE), add, counter, "none");
    fault =
        fault != null
            ? fault
            : taken(
                hand, signed.without(GameContract.TIMESTAMP), add, counter, "one without its time");
    return fault == null ? null : "does not check signatures: " + fault;
  }

  private static @Nullable String taken(
      Hand hand, GameRequest request, Action add, String counter, String signature)
      throws InterruptedException {
    Said said = hand.send(request, add);
    if (hand.totalLater(counter) > 0) {
      return "it acted on a request with " + signature;
    }
    return said.http() == 401
        ? null
        : "it answered a request with "
            + signature
            + " with "
            + said.what()
            + " instead of HTTP 401";
  }

  private static @Nullable String fresh(Hand hand) throws InterruptedException {
    for (Instant at : List.of(hand.now().minus(STALE), hand.now().plus(STALE))) {
      String counter = hand.counter();
      Action add = hand.add(counter, 1);
      String when = at.isBefore(hand.now()) ? "ten minutes old" : "ten minutes ahead";
      Said said = hand.send(hand.request(add, hand.secret(), at), add);
      if (said.http() != 401 || hand.total(counter) > 0) {
        return "accepts a stale signature: one that was "
            + when
            + " was answered with "
            + said.what();
      }
    }
    return null;
  }

  private static @Nullable String body(Hand hand) throws InterruptedException {
    String counter = hand.counter();
    Action add = hand.add(counter, 1);
    byte[] more =
        new String(hand.request(add).body(), StandardCharsets.UTF_8)
            .replace("\"n\":1", "\"n\":9")
            .getBytes(StandardCharsets.UTF_8);
    Said said = hand.send(hand.request(add).with(more), add);
    return said.http() == 401 && hand.totalLater(counter) == 0
        ? null
        : "takes a body that was not signed: a changed one under the same signature was answered with "
            + said.what();
  }

  private static @Nullable String path(Hand hand) throws InterruptedException {
    Action other = hand.add(hand.counter(), 1);
    Action add = hand.add(hand.counter(), 1);
    Said said = hand.send(hand.question(other).at(hand.question(add).path()), add);
    return said.http() == 401
        ? null
        : "takes a path that was not signed: a question for one action under the signature of another's was"
            + " answered with "
            + said.what();
  }
}
