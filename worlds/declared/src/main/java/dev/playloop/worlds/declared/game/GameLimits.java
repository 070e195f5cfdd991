package dev.playloop.worlds.declared.game;

import dev.playloop.schemas.Require;
import java.time.Duration;

/// How long a game may take, and how much it may say.
///
/// @param exchange from a request's sending to the last byte of its answer
/// @param asking how long a write without an answer is asked for, in all
/// @param maxBody the bytes of an answer's body
public record GameLimits(Duration exchange, Duration asking, int maxBody) {
  /// 10 s an exchange, 10 s of asking, 1 MiB an answer.
  public static final GameLimits USUAL =
      new GameLimits(Duration.ofSeconds(10), Duration.ofSeconds(10), 1024 * 1024);

  public GameLimits {
    Require.positive("exchange", exchange);
    Require.positive("asking", asking);
    Require.range("maxBody", maxBody, 1, 64L * 1024 * 1024);
  }
}
