package dev.playloop.projector.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/// What the handling of one record writes and sends: held until all of it is made, so that a record
/// which fails half way leaves nothing behind. Reads see what is held. Whatever [#commit] throws is
/// thrown by the store or by Streams, and is no fault of the record. Owned by the task's thread.
final class Batch implements Outbox {
  private final KeyValueStore<String, byte[]> store;
  private final Outbox out;
  private final TreeMap<String, byte @Nullable []> writes = new TreeMap<>();
  private final List<Runnable> sends = new ArrayList<>();
  private final List<Runnable> after = new ArrayList<>();

  Batch(KeyValueStore<String, byte[]> store, Outbox out) {
    this.store = store;
    this.out = out;
  }

  /// The store as it is without what is held.
  KeyValueStore<String, byte[]> store() {
    return store;
  }

  byte @Nullable [] get(String key) {
    return writes.containsKey(key) ? writes.get(key) : store.get(key);
  }

  void put(String key, byte[] value) {
    writes.put(key, value);
  }

  void delete(String key) {
    writes.put(key, null);
  }

  /// What lies from `from` to `to`, both included, in the order of the keys.
  List<KeyValue<String, byte[]>> range(String from, String to) {
    TreeMap<String, byte @Nullable []> found = new TreeMap<>();
    try (KeyValueIterator<String, byte[]> range = store.range(from, to)) {
      range.forEachRemaining(one -> found.put(one.key, one.value));
    }
    found.putAll(writes.subMap(from, true, to, true));
    List<KeyValue<String, byte[]>> there = new ArrayList<>();
    for (Map.Entry<String, byte @Nullable []> one : found.entrySet()) {
      byte[] value = one.getValue();
      if (value != null) {
        there.add(KeyValue.pair(one.getKey(), value));
      }
    }
    return there;
  }

  @Override
  public void put(String sink, String key, byte @Nullable [] value, Headers headers) {
    sends.add(() -> out.put(sink, key, value, headers));
  }

  /// Done behind the commit: what memory and spans are told.
  void afterwards(Runnable told) {
    after.add(told);
  }

  /// Stores and sends what is held.
  void commit() {
    for (Map.Entry<String, byte @Nullable []> write : writes.entrySet()) {
      byte[] value = write.getValue();
      if (value == null) {
        store.delete(write.getKey());
      } else {
        store.put(write.getKey(), value);
      }
    }
    sends.forEach(Runnable::run);
    after.forEach(Runnable::run);
    drop();
  }

  /// Forgets what is held.
  void drop() {
    writes.clear();
    sends.clear();
    after.clear();
  }
}
