package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Poseidon;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.eternum.rules.record.GameRecord;
import dev.playloop.worlds.eternum.rules.record.RecordKind;
import dev.playloop.worlds.eternum.rules.record.RecordKinds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// All records as the world's events tell them, which is all that an indexer ever sees, and the
/// game's own events in their order.
final class RecordMirror {
  private static final Felt STORED = Selector.of("StoreSetRecord");
  private static final Felt DELETED = Selector.of("StoreDelRecord");
  private static final Felt HAPPENED = Selector.of("EventEmitted");

  private record Place(Felt model, Felt entity) {}

  private final Map<Place, GameRecord> records = new LinkedHashMap<>();
  private final List<GameRecord> events = new ArrayList<>();

  void hear(List<Felt> keys, List<Felt> data) {
    if (keys.getFirst().equals(DELETED)) {
      records.remove(new Place(keys.get(1), keys.get(2)));
      return;
    }
    int count = data.getFirst().value().intValueExact();
    List<Felt> of = data.subList(1, 1 + count);
    List<Felt> values = data.subList(2 + count, data.size());
    RecordKind kind = RecordKinds.with(keys.get(1)).orElseThrow();
    if (keys.getFirst().equals(STORED)) {
      records.put(new Place(keys.get(1), keys.get(2)), GameRecord.of(kind, of, values));
    } else if (keys.getFirst().equals(HAPPENED)) {
      events.add(GameRecord.of(kind, of, values));
    }
  }

  /// As they are now; later events do not change it.
  RecordMirror copy() {
    RecordMirror copy = new RecordMirror();
    copy.records.putAll(records);
    return copy;
  }

  Optional<GameRecord> find(String model, List<Felt> keys) {
    Felt selector = RecordKinds.named(model).selector();
    return Optional.ofNullable(records.get(new Place(selector, Poseidon.hash(keys))));
  }

  Stream<GameRecord> all() {
    return records.values().stream();
  }

  List<GameRecord> all(String model) {
    RecordKind kind = RecordKinds.named(model);
    return all().filter(record -> record.kind() == kind).toList();
  }

  /// Those that changed, were made or are gone since: what they were and what they are.
  Map<List<Felt>, Change> since(RecordMirror before) {
    Map<List<Felt>, Change> changes = new HashMap<>();
    for (Map.Entry<Place, GameRecord> one : records.entrySet()) {
      GameRecord was = before.records.get(one.getKey());
      if (was != one.getValue()) {
        changes.put(
            List.of(one.getKey().model, one.getKey().entity),
            new Change(Optional.ofNullable(was), Optional.of(one.getValue())));
      }
    }
    for (Map.Entry<Place, GameRecord> one : before.records.entrySet()) {
      if (!records.containsKey(one.getKey())) {
        changes.put(
            List.of(one.getKey().model, one.getKey().entity),
            new Change(Optional.of(one.getValue()), Optional.empty()));
      }
    }
    return changes;
  }

  record Change(Optional<GameRecord> was, Optional<GameRecord> is) {
    GameRecord either() {
      return is.or(() -> was).orElseThrow();
    }
  }

  /// Forgets the events heard so far and gives them.
  List<GameRecord> takeEvents() {
    List<GameRecord> heard = List.copyOf(events);
    events.clear();
    return heard;
  }
}
