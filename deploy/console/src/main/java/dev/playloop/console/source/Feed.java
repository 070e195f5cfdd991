package dev.playloop.console.source;

import dev.playloop.console.index.IndexWriter;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Brings a journal into an index, on a thread of its own.
public interface Feed extends AutoCloseable {
  /// Where it goes.
  ///
  /// @param writer gives one who brings entries in, and is closed before the next is asked for
  /// @param came is told of each transaction that brought something, on the feed's thread; must not
  ///   block
  /// @param torn whether the index is to be made anew: the next writer begins with nothing
  /// @param erased is told where a key was dropped
  record Goal(Supplier<IndexWriter> writer, Runnable came, BooleanSupplier torn, Erasures erased) {}

  /// Whether all that was there at the start is in the index, within the time.
  boolean awaitLoaded(Duration timeout) throws InterruptedException;

  /// How many entries are not in the index yet, as far as that is known.
  long behind();

  /// Why it does not go on; null where it does.
  @Nullable String problem();

  @Override
  void close();
}
