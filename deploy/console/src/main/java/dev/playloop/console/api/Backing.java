package dev.playloop.console.api;

import dev.playloop.audit.FoldBuild;
import dev.playloop.console.index.CostReads;
import dev.playloop.console.index.IndexReads;
import dev.playloop.console.index.JournalIndex;
import dev.playloop.console.index.NewsReads;
import dev.playloop.console.index.NowReads;
import dev.playloop.console.index.RunReads;
import dev.playloop.console.moment.PastStates;
import dev.playloop.console.source.ClusterLedger;
import dev.playloop.console.source.ClusterTables;
import dev.playloop.console.source.ConsoleJournal;
import dev.playloop.console.source.Erasures;
import dev.playloop.console.source.Feed;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.operator.approval.Sought;
import dev.playloop.operator.approval.Waits;
import dev.playloop.schemas.seal.TrustedKey;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What all paths of the API stand on. Safe for all threads.
///
/// @param tables what a cluster says beside its journal; null where there is none
/// @param fold what journals are folded with, as of now
/// @param erased tells where payloads were erased
/// @param open where it came from, and what may be done with it
@RecordBuilder
public record Backing(
    ConsoleJournal journal,
    JournalIndex index,
    Feed feed,
    @Nullable ClusterTables tables,
    Supplier<FoldBuild> fold,
    Erasures erased,
    Open open) {
  /// What was opened.
  ///
  /// @param kind cluster, data or file
  /// @param readOnly whether nothing can be done
  /// @param version of this release
  /// @param gateway where people's words go; null where there is none
  /// @param signers whose checkpoints are believed
  /// @param pictures where a world keeps pictures by their hashes; null: nowhere here
  @RecordBuilder
  public record Open(
      String kind,
      boolean readOnly,
      String version,
      @Nullable URI gateway,
      @Nullable Path pictures,
      List<TrustedKey> signers,
      Clock clock) {
    public Open {
      signers = List.copyOf(signers);
    }
  }

  IndexReads reads() {
    return new IndexReads(index);
  }

  RunReads runs() {
    return new RunReads(index);
  }

  NowReads now() {
    return new NowReads(index);
  }

  CostReads costs() {
    return new CostReads(index);
  }

  public NewsReads news() throws InterruptedException {
    return new NewsReads(index);
  }

  Cursors cursors() {
    return new Cursors(index.places("cursor"));
  }

  /// One for all paths: it keeps what it read, until something is erased.
  PastStates states() {
    PastStates states = new PastStates(journal, reads(), fold);
    erased.tell(states::forget);
    return states;
  }

  /// What waits for people; nothing where there is no cluster.
  List<Waits> waits(Sought sought) {
    return tables == null ? List.of() : tables.waits(sought);
  }

  /// What is kept of writes while they are under way; null where there is no cluster.
  @Nullable ClusterLedger ledger() {
    KafkaSettings kafka = journal.kafka();
    return kafka == null ? null : new ClusterLedger(kafka);
  }

  /// Where things can be said and looked up that are in no journal; null where there is no cluster.
  @Nullable KafkaSettings kafka() {
    return journal.kafka();
  }
}
