package dev.playloop.console.api;

import dev.playloop.audit.checkpoint.InvalidCheckpointException;
import dev.playloop.audit.checkpoint.SignedCheckpoint;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.journal.Checkpoint;
import dev.playloop.schemas.journal.Checkpoint.Body;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.seal.TrustedKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the checkpoints that lie in a cluster are worth: whether whose key is known signed them,
/// and each names the one before it. Whether the journal is still what they signed is found by
/// verifying it. Used by one thread.
final class CheckpointsTold {
  static final String VERIFIED = "verified";
  static final String DIFFERS = "differs";
  static final String UNKNOWN = "unknown";

  private final List<TrustedKey> trusted;
  private final Map<Long, String> hashes = new HashMap<>();
  private final List<Told> told = new ArrayList<>();
  private final List<SignedCheckpoint> signed = new ArrayList<>();

  /// One of them.
  ///
  /// @param number -1 where it can't be read
  /// @param entries how far the journal had come, archived ones included
  /// @param state verified, differs, or unknown: nobody here knows the key
  /// @param why null where it is verified
  record Told(Instant at, long number, long entries, String state, @Nullable String why) {}

  CheckpointsTold(List<TrustedKey> trusted) {
    this.trusted = trusted;
  }

  /// The next one of the topic.
  void take(Instant at, byte @Nullable [] value) {
    try {
      Checkpoint one = Json.read(value == null ? new byte[0] : value, Checkpoint.class);
      take(one, Json.read(one.body(), Body.class));
    } catch (InvalidValueException e) {
      told.add(new Told(at, -1, 0, DIFFERS, "it is no checkpoint: " + e.getMessage()));
    }
  }

  private void take(Checkpoint one, Body body) {
    if (trusted.stream().noneMatch(key -> key.id().equals(one.key()))) {
      tell(body, UNKNOWN, "nobody here knows the key " + one.key());
      return;
    }
    try {
      take(SignedCheckpoint.read(Json.text(one), trusted, "checkpoint " + body.number()), body);
    } catch (InvalidCheckpointException e) {
      tell(body, DIFFERS, String.valueOf(e.getMessage()));
    }
  }

  /// Only what is signed takes a number: else whoever may write to the topic made true ones look
  /// false.
  private void take(SignedCheckpoint one, Body body) {
    String hash = one.hash();
    String before = hashes.get(body.number() - 1);
    String twin = hashes.putIfAbsent(body.number(), hash);
    if (twin != null && !twin.equals(hash)) {
      tell(body, DIFFERS, "another one has this number");
    } else if (before != null && !before.equals(body.previous())) {
      tell(body, DIFFERS, "previous: expected " + before + ", got " + body.previous());
    } else {
      signed.add(one);
      tell(body, VERIFIED, null);
    }
  }

  private void tell(Body body, String state, @Nullable String why) {
    long entries = body.offsets().stream().mapToLong(Long::longValue).sum();
    told.add(new Told(body.at(), body.number(), entries, state, why));
  }

  /// The newest first, at most so many; `roots` says what was found wrong with the journal that one
  /// of that number signed.
  List<Told> newest(int most, Map<Long, String> roots) {
    return told.reversed().stream()
        .limit(most)
        .map(one -> roots.containsKey(one.number()) ? found(one, roots.get(one.number())) : one)
        .toList();
  }

  private static Told found(Told one, @Nullable String why) {
    return new Told(one.at(), one.number(), one.entries(), DIFFERS, why);
  }

  /// Those to hold the journal against.
  List<SignedCheckpoint> signed() {
    return List.copyOf(signed);
  }
}
