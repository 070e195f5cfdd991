package dev.playloop.worlds.declared.game;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/// One request to a game, before it goes out. Immutable; the bytes are not to be changed.
///
/// @param path with its query, below the game's base
@SuppressWarnings("ArrayRecordComponent") // compared nowhere
public record GameRequest(String method, String path, Map<String, String> headers, byte[] body) {
  private static final byte[] NOTHING = {};

  public GameRequest {
    headers = Map.copyOf(headers);
  }

  /// Posts what is to be done.
  public static GameRequest post(GameSecret secret, Instant at, String key, byte[] body) {
    return json(secret, at, GameContract.ACTIONS, body).with(GameContract.KEY, key);
  }

  /// Posts JSON.
  ///
  /// @param path below the base; empty for the base itself
  public static GameRequest json(GameSecret secret, Instant at, String path, byte[] body) {
    return signed(secret, at, new GameRequest("POST", path, Map.of(), body))
        .with("Content-Type", "application/json");
  }

  /// Asks what became of an action, by the path that [GameContract#asking] gives.
  public static GameRequest get(GameSecret secret, Instant at, String path) {
    return signed(secret, at, new GameRequest("GET", path, Map.of(), NOTHING));
  }

  private static GameRequest signed(GameSecret secret, Instant at, GameRequest request) {
    return request
        .with(GameContract.TIMESTAMP, String.valueOf(at.getEpochSecond()))
        .with(
            GameContract.SIGNATURE,
            secret.sign(at, request.method(), request.path(), request.body()));
  }

  /// This request with another value of a header.
  public GameRequest with(String header, String value) {
    Map<String, String> all = new TreeMap<>(headers);
    all.put(header, value);
    return new GameRequest(method, path, all, body);
  }

  /// This request without a header.
  public GameRequest without(String header) {
    Map<String, String> all = new TreeMap<>(headers);
    all.remove(header);
    return new GameRequest(method, path, all, body);
  }

  /// This request with another body under the same headers.
  public GameRequest with(byte[] other) {
    return new GameRequest(method, path, headers, other);
  }

  /// This request at another path under the same headers.
  public GameRequest at(String other) {
    return new GameRequest(method, other, headers, body);
  }
}
