package dev.playloop.ingest.stream;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.journal.SubjectKey;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.seal.DataKey;
import dev.playloop.schemas.seal.KeyRing;
import dev.playloop.schemas.seal.MasterKey;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/// Data keys by their ids as the records of `subject-keys` give and drop them. They stay wrapped,
/// some 250 bytes each, and are opened for one payload at a time; of whom they are is not kept.
/// Beyond the bound those go that nobody asked for longest. One thread puts, everyone may ask.
final class WrappedKeys implements KeyRing {
  private final MasterKey master;

  /// Guarded by itself.
  private final Map<String, String> wrapped;

  WrappedKeys(MasterKey master, int most) {
    this.master = master;
    this.wrapped =
        new LinkedHashMap<>(64, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > most;
          }
        };
  }

  @Override
  public @Nullable DataKey find(String id) {
    String found;
    synchronized (wrapped) {
      found = wrapped.get(id);
    }
    return found == null ? null : master.unwrap(id, found);
  }

  boolean has(String id) {
    synchronized (wrapped) {
      return wrapped.containsKey(id);
    }
  }

  void take(ConsumerRecord<byte[], byte[]> record) {
    if (record.key() == null) {
      return;
    }
    String id = new String(record.key(), StandardCharsets.UTF_8);
    String next = record.value() == null ? null : read(id, record.value());
    synchronized (wrapped) {
      if (next == null) {
        wrapped.remove(id);
      } else {
        wrapped.put(id, next);
      }
    }
  }

  /// Null where it is no key: what the one before has sealed is not opened then, either.
  private static @Nullable String read(String id, byte[] value) {
    try {
      SubjectKey key = Json.read(value, SubjectKey.class);
      return id.equals(key.id()) ? key.wrapped() : null;
    } catch (InvalidValueException e) {
      return null;
    }
  }
}
