package dev.playloop.console.source;

import dev.playloop.audit.JournalSource;
import dev.playloop.audit.evidence.Evidence;
import dev.playloop.console.index.Spot;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.seal.KeyRing;
import org.jspecify.annotations.Nullable;

/// The journal that a console shows. Safe for all threads.
public sealed interface ConsoleJournal extends AutoCloseable permits ClusterJournal, FileJournal {
  /// What people call it.
  String name();

  /// What it is, and no other journal: an index is good for one.
  String identity();

  /// The cluster it lies on; null where that is a file.
  @Nullable KafkaSettings kafka();

  /// The keys of sealed payloads, as far as they are known.
  KeyRing keys();

  /// Whether anything in it may be sealed.
  boolean sealed();

  /// The entries of an agent from one to another, both with it, as a journal that begins there. Not
  /// read before it is asked. Throws Kafka's exceptions, or UncheckedIOException, where they can't
  /// be had.
  JournalSource stretch(AgentId agent, Spot from, Spot to);

  /// All of it, opened anew for somebody who reads it as a whole; the caller closes it.
  Evidence evidence();

  /// Brings it into the index, and goes on with what comes. Starts a thread of its own.
  Feed feed(Feed.Goal goal);

  @Override
  void close();
}
