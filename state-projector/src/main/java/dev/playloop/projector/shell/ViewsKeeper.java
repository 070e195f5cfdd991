package dev.playloop.projector.shell;

import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;

/// Mirrors `views` into the store whose changelog that topic is: bytes as they came, good or bad,
/// since a restore would bring back just those.
final class ViewsKeeper implements Processor<byte[], byte[], Void, Void> {
  private KeyValueStore<byte[], byte[]> store;

  @SuppressWarnings("NullAway.Init") // Streams calls init before anything else
  ViewsKeeper() {}

  @Override
  public void init(ProcessorContext<Void, Void> context) {
    store = context.getStateStore(LoopTopology.VIEWS);
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    if (record.key() != null) {
      store.put(record.key(), record.value());
    }
  }
}
