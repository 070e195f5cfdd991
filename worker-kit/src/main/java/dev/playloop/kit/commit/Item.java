package dev.playloop.kit.commit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.apache.kafka.clients.producer.ProducerRecord;

/// What a committer takes into its next transaction.
public sealed interface Item {
  List<ProducerRecord<byte[], byte[]>> outputs();

  /// A handled record: its offset, what it weighs, its outputs, and what takes the place of an
  /// output that the broker refused.
  record Finished(
      long offset,
      long bytes,
      List<ProducerRecord<byte[], byte[]>> outputs,
      BiFunction<ProducerRecord<byte[], byte[]>, String, List<ProducerRecord<byte[], byte[]>>>
          replacement)
      implements Item {
    /// The same with `refused` replaced.
    Finished without(ProducerRecord<byte[], byte[]> refused, String reason) {
      List<ProducerRecord<byte[], byte[]>> kept = new ArrayList<>(outputs);
      removeOne(kept, refused);
      kept.addAll(replacement.apply(refused, reason));
      return new Finished(offset, bytes, kept, replacement);
    }

    /// This very one: two outputs of a call may be equal.
    @SuppressWarnings("ReferenceEquality")
    private static void removeOne(
        List<ProducerRecord<byte[], byte[]>> outputs, ProducerRecord<byte[], byte[]> refused) {
      outputs.removeIf(output -> output == refused);
    }
  }

  /// Outputs that a running call waits for.
  record Intent(List<ProducerRecord<byte[], byte[]>> outputs, CompletableFuture<Boolean> committed)
      implements Item {
    void accept() {
      committed.complete(true);
    }

    void refuse(RuntimeException cause) {
      committed.completeExceptionally(cause);
    }
  }

  /// The last one: commit what came before, then end.
  record Stop() implements Item {
    @Override
    public List<ProducerRecord<byte[], byte[]>> outputs() {
      return List.of();
    }
  }
}
