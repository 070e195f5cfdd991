package dev.playloop.loop;

import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.json.Json;

/// The hash of an agent's state for the journal: SHA-256 over the state's JSON, which holds the
/// rolling hash of the transcript, so that no message is hashed twice.
public final class StateHash {
  private StateHash() {}

  public static String of(AgentState state) {
    return ofJson(Json.bytes(state));
  }

  /// For a caller that has the state's JSON at hand, as it stores it.
  public static String ofJson(byte[] stateJson) {
    return Sha256.hex(stateJson);
  }
}
