package dev.playloop.projector.edge;

import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;

/// A processor of bytes with the stores that are its own. Each is made anew for each task.
///
/// @param made makes the processor
/// @param kept makes its stores, in the same order in every JVM
public record StoredProcessor(
    Supplier<Processor<byte[], byte[], byte[], byte[]>> made, Supplier<Set<StoreBuilder<?>>> kept)
    implements ProcessorSupplier<byte[], byte[], byte[], byte[]> {
  @Override
  public Processor<byte[], byte[], byte[], byte[]> get() {
    return made.get();
  }

  @Override
  public Set<StoreBuilder<?>> stores() {
    return kept.get();
  }
}
