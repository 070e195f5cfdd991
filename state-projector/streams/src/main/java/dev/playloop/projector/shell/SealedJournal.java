package dev.playloop.projector.shell;

import dev.playloop.journal.ChainHead;
import dev.playloop.journal.Entry;
import dev.playloop.journal.FoldRelease;
import dev.playloop.journal.JournalWriter;
import dev.playloop.projector.edge.Trace;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.topic.JournalHeaders;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/// Chains entries, each sealed with the key of whom it is about, and puts them into the batch.
/// Owned by the task's thread.
final class SealedJournal {
  private final JournalWriter writer;
  private final SubjectKeys keys;
  private final Batch batch;

  SealedJournal(JournalWriter writer, SubjectKeys keys, Batch batch) {
    this.writer = writer;
    this.keys = keys;
    this.batch = batch;
  }

  /// Returns the head behind the entry.
  ///
  /// @param release what the entry was folded by
  ChainHead write(ChainHead head, Entry entry, FoldRelease release, @Nullable String trace) {
    AgentId agent = entry.agent();
    JournalWriter.Written written =
        writer.write(head, entry, release, keys.of(agent, entry.subject(), entry.at()));
    Headers headers = Trace.headers(trace);
    JournalHeaders.write(written.entry(), headers);
    batch.put(LoopTopology.JOURNAL, agent.value(), written.entry().value(), headers);
    return written.next();
  }

  /// The same for one after the other.
  ChainHead write(
      ChainHead head, List<Entry> entries, FoldRelease release, @Nullable String trace) {
    ChainHead next = head;
    for (Entry entry : entries) {
      next = write(next, entry, release, trace);
    }
    return next;
  }

  /// What was written about the subject can't be read any more.
  void forget(AgentId agent, String subject) {
    keys.forget(agent, subject);
  }

  /// The record failed that the last entries were written for.
  void undo() {
    keys.undo();
  }
}
