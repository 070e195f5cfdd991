package dev.playloop.projector.shell;

import dev.playloop.projector.steady.Guard;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;

/// Mirrors `views` into the store whose changelog that topic is: bytes as they came, good or bad,
/// since a restore would bring back just those.
final class ViewsKeeper implements Processor<byte[], byte[], Void, Void> {
  private final Guard guard;
  private ProcessorContext<Void, Void> context;
  private KeyValueStore<byte[], byte[]> store;

  @SuppressWarnings("NullAway.Init") // Streams calls init before anything else
  ViewsKeeper(Guard guard) {
    this.guard = guard;
  }

  @Override
  public void init(ProcessorContext<Void, Void> context) {
    this.context = context;
    store = context.getStateStore(LoopTopology.VIEWS);
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    guard.handle(context.recordMetadata().orElseThrow(), record, () -> put(record), failure -> {});
  }

  private void put(Record<byte[], byte[]> record) {
    if (record.key() != null) {
      store.put(record.key(), record.value());
    }
  }
}
