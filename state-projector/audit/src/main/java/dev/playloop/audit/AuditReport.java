package dev.playloop.audit;

import dev.playloop.journal.Finding;
import dev.playloop.journal.Refold.Outcome;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;

/// What an audit looked at and what it found.
///
/// @param entries records whose hashes were computed anew and compared
/// @param folded entries that were folded again
/// @param prompts prompts that were rebuilt among them
/// @param notFolded how many of those asked for could not be folded again, and why
/// @param outside entries that only the hashes of were checked, since they lie outside the time
///   that was asked for
/// @param archived agents whose chain does not begin at its first entry
/// @param passes how often the journal was read
/// @param heads where the chains end
/// @param found the first findings, in the order of the log; `findings` counts all
@RecordBuilder
public record AuditReport(
    long entries,
    long folded,
    long prompts,
    Map<Outcome, Long> notFolded,
    long outside,
    long archived,
    int passes,
    Heads heads,
    List<Found> found,
    long findings) {
  public AuditReport {
    notFolded = Map.copyOf(notFolded);
    found = List.copyOf(found);
  }

  /// Whether nothing differs.
  public boolean holds() {
    return findings == 0;
  }

  /// A finding and where it lies; `agent` is the record's key.
  public record Found(String agent, int partition, long offset, Finding finding) {}
}
