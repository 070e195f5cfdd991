package dev.playloop.worlds.eternum.index;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.chain.node.ChainEvent;
import java.util.List;

/// What an event of the world's contract changes. A record's words stay as they came: a row is made
/// of them, and can be made again.
///
/// ```
/// StoreSetRecord  keys: selector, entity id       data: keys as a list, values as a list
/// StoreDelRecord  keys: selector, entity id
/// EventEmitted    keys: selector, system address  data: keys as a list, values as a list
/// ```
sealed interface RecordChange {
  Felt SET = Selector.of("StoreSetRecord");
  Felt DELETED = Selector.of("StoreDelRecord");
  Felt EMITTED = Selector.of("EventEmitted");

  IndexedModel model();

  /// Names the record among those of its model.
  String id();

  record Put(IndexedModel model, String id, RecordWords words) implements RecordChange {}

  record Gone(IndexedModel model, String id) implements RecordChange {}

  /// Throws [UnreadableEvent] where the event is none of these, of a model that nobody knows, or
  /// not what its model says.
  static RecordChange of(ChainEvent event, IndexedModels models) {
    List<Felt> keys = event.keys();
    Felt kind = keys.size() == 3 ? keys.getFirst() : Felt.ZERO;
    boolean emitted = kind.equals(EMITTED);
    if (!emitted && !kind.equals(SET) && !kind.equals(DELETED)) {
      throw new UnreadableEvent("an event of another kind");
    }
    IndexedModel model = models.bySelector(keys.get(1));
    if (model == null) {
      throw new UnreadableEvent("an unknown model");
    }
    if (emitted != model.event()) {
      throw new UnreadableEvent("a record told as an event, or an event as a record");
    }
    String entity = keys.get(2).padded();
    if (kind.equals(DELETED)) {
      return new Gone(model, entity);
    }
    RecordWords words = RecordWords.of(event.data());
    RecordRow.of(model, words);
    return new Put(model, emitted ? words.keysText() : entity, words);
  }
}
