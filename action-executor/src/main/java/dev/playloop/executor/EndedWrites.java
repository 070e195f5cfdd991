package dev.playloop.executor;

import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.id.ActionId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How actions ended, and of each no more than that: its status under 128 bits of the SHA-256 of
/// its id, which nobody can make two ids share. Some 30 bytes an action, where an id with its
/// result takes 500. Not thread-safe.
final class EndedWrites {
  private static final List<Status> STATUSES = List.of(Status.values());
  private static final int LEAST_SLOTS = 64;

  /// Two for each slot; a slot without a status is free.
  private long[] keys = new long[2 * LEAST_SLOTS];

  /// The place of its status and one; 0 where the slot is free.
  private byte[] ends = new byte[LEAST_SLOTS];

  private int size;

  /// What an action is looked for by, in as many of these as there are.
  record Key(long high, long low) {
    static Key of(ActionId action) {
      ByteBuffer hash =
          ByteBuffer.wrap(Sha256.digest().digest(action.value().getBytes(StandardCharsets.UTF_8)));
      return new Key(hash.getLong(), hash.getLong());
    }
  }

  int size() {
    return size;
  }

  @Nullable Status find(Key key) {
    int end = ends[slot(key)];
    return end == 0 ? null : STATUSES.get(end - 1);
  }

  void put(Key key, Status status) {
    int slot = slot(key);
    if (ends[slot] == 0) {
      size++;
    }
    set(slot, key, STATUSES.indexOf(status) + 1);
    if (size > ends.length / 4 * 3) {
      grow();
    }
  }

  /// Where it is, or would be.
  private int slot(Key key) {
    int mask = ends.length - 1;
    int slot = (int) key.low() & mask;
    while (ends[slot] != 0 && (keys[2 * slot] != key.high() || keys[2 * slot + 1] != key.low())) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private void set(int slot, Key key, int end) {
    keys[2 * slot] = key.high();
    keys[2 * slot + 1] = key.low();
    ends[slot] = (byte) end;
  }

  private void grow() {
    long[] oldKeys = keys;
    byte[] oldEnds = ends;
    keys = new long[2 * oldKeys.length];
    ends = new byte[2 * oldEnds.length];
    for (int i = 0; i < oldEnds.length; i++) {
      if (oldEnds[i] != 0) {
        Key key = new Key(oldKeys[2 * i], oldKeys[2 * i + 1]);
        set(slot(key), key, oldEnds[i]);
      }
    }
  }
}
