package dev.playloop.audit.checkpoint;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.journal.Checkpoint;
import dev.playloop.schemas.journal.Checkpoint.Body;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.seal.SigningKey;
import dev.playloop.schemas.seal.TrustedKey;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.List;

/// A checkpoint whose signature was made or checked here. Immutable.
///
/// @param hash what the next checkpoint names as its predecessor
public record SignedCheckpoint(Checkpoint checkpoint, Body body, String hash) {
  /// What number 0 names.
  static final String NOTHING = "0".repeat(64);

  /// Signed bytes begin with this, so that no signature for another purpose can pass for one.
  private static final String DOMAIN = "playloop checkpoint v1\n";

  static SignedCheckpoint sign(SigningKey key, Body body) {
    String text = Json.text(body);
    String signature = Base64.getEncoder().encodeToString(key.sign(signed(text)));
    return new SignedCheckpoint(
        new Checkpoint(Checkpoint.VERSION, text, key.trusted().id(), signature),
        body,
        Sha256.hex(text));
  }

  /// Reads a line of a checkpoint file, or a value of the topic, and checks its signature. Throws
  /// [InvalidCheckpointException].
  public static SignedCheckpoint read(String json, Collection<TrustedKey> trusted, String what) {
    try {
      return check(Json.read(json, Checkpoint.class), trusted, what);
    } catch (InvalidValueException e) {
      throw new InvalidCheckpointException(
          what + ": expected a checkpoint as JSON, got something else: " + e.getMessage());
    }
  }

  static SignedCheckpoint check(
      Checkpoint checkpoint, Collection<TrustedKey> trusted, String what) {
    if (checkpoint.v() != Checkpoint.VERSION) {
      throw new InvalidCheckpointException(
          what
              + ": v: expected "
              + Checkpoint.VERSION
              + ", got "
              + checkpoint.v()
              + "; verify it with the release that wrote it");
    }
    TrustedKey key =
        trusted.stream()
            .filter(one -> one.id().equals(checkpoint.key()))
            .findFirst()
            .orElseThrow(() -> wrongKey(checkpoint, trusted, what));
    if (!key.verifies(signed(checkpoint.body()), base64(checkpoint.signature(), what))) {
      throw new InvalidCheckpointException(
          what
              + ": signature: it does not fit the body; the checkpoint was edited, or the key "
              + key.id()
              + " never signed it");
    }
    return new SignedCheckpoint(
        checkpoint, Json.read(checkpoint.body(), Body.class), Sha256.hex(checkpoint.body()));
  }

  /// As it stands in a file, one line.
  String line() {
    return Json.text(checkpoint) + "\n";
  }

  private static InvalidCheckpointException wrongKey(
      Checkpoint checkpoint, Collection<TrustedKey> trusted, String what) {
    List<String> ids = trusted.stream().map(TrustedKey::id).toList();
    return new InvalidCheckpointException(
        what
            + ": key: expected one of the given keys "
            + ids
            + ", got "
            + checkpoint.key()
            + "; give the public key of whoever signed it, if you trust them");
  }

  private static byte[] base64(String text, String what) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new InvalidCheckpointException(what + ": signature: expected Base64, got other text");
    }
  }

  private static byte[] signed(String body) {
    return (DOMAIN + body).getBytes(StandardCharsets.UTF_8);
  }
}
