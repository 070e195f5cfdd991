package dev.playloop.worlds.declared.game;

import com.sun.net.httpserver.Headers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/// Looks at the signatures of a [TestGame].
final class TestDoor {
  private final GameSecret secret = GameSecret.of(TestGame.SECRET);
  private final Fault fault;

  TestDoor(Fault fault) {
    this.fault = fault;
  }

  /// Whether the request is signed as it should be, as far as the fault lets it see that.
  boolean lets(Headers headers, String method, String path, byte[] body) {
    if (fault == Fault.CHECKS_NO_SIGNATURE) {
      return true;
    }
    String time = headers.getFirst(GameContract.TIMESTAMP);
    String given = headers.getFirst(GameContract.SIGNATURE);
    if (time == null || given == null || !time.matches("[0-9]{1,12}")) {
      return false;
    }
    Instant at = Instant.ofEpochSecond(Long.parseLong(time));
    boolean fresh =
        Instant.now().minus(GameContract.TOLERANCE).isBefore(at)
            && Instant.now().plus(GameContract.TOLERANCE).isAfter(at);
    if (!fresh && fault != Fault.TAKES_STALE_SIGNATURES) {
      return false;
    }
    // The amount is not among what such a game signs.
    byte[] signed =
        fault == Fault.SIGNS_NO_BODY
            ? new String(body, StandardCharsets.UTF_8)
                .replaceAll("\"n\":[0-9]+", "\"n\":1")
                .getBytes(StandardCharsets.UTF_8)
            : body;
    return (fault == Fault.SIGNS_NO_PATH && method.equals("GET"))
        || given.equals(secret.sign(at, method, path, signed));
  }
}
