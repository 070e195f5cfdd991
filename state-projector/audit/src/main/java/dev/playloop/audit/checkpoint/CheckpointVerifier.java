package dev.playloop.audit.checkpoint;

import dev.playloop.audit.Heads;
import dev.playloop.audit.JournalRecord;
import dev.playloop.audit.JournalSource;
import dev.playloop.audit.JournalSource.Extent;
import dev.playloop.journal.ChainHead;
import dev.playloop.journal.JournalReader;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.id.AgentId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Holds a whole journal against checkpoints that were kept elsewhere: what was signed must still
/// lie there. Finds what the chain alone can't show, a cut tail and a chain that was hashed anew.
/// Reads along with anything that reads a journal; holds the heads of all agents once, and again
/// those that changed between two checkpoints. Used by one thread.
public final class CheckpointVerifier implements JournalSource.Visitor {
  /// Beyond so many only signature and predecessor of the older ones are checked.
  static final int MAX_ROOTS = 100;

  private final List<SignedCheckpoint> checkpoints;

  /// How many there were, those whose roots are too old to be compared included.
  private final int given;

  private final Map<Integer, Extent> extents = new HashMap<>();
  private final List<Map<AgentId, ChainHead>> changed = new ArrayList<>();
  private final Set<AgentId> seen = new HashSet<>();
  private final List<Finding> findings = new ArrayList<>();
  private long unreadable;

  /// `problem` false: nothing is wrong, but that much could not be checked.
  public record Finding(long checkpoint, boolean problem, String detail) {}

  /// What came of it. `compared` of `checkpoints` roots were compared with the journal.
  public record Report(int checkpoints, int compared, List<Finding> findings) {
    public Report {
      findings = List.copyOf(findings);
    }

    public boolean holds() {
      return findings.stream().noneMatch(Finding::problem);
    }
  }

  /// `checkpoints` in any order; `extents` is what the journal holds.
  public CheckpointVerifier(Collection<SignedCheckpoint> checkpoints, List<Extent> extents) {
    Set<String> known = new HashSet<>();
    List<SignedCheckpoint> ordered =
        checkpoints.stream()
            .filter(one -> known.add(one.hash()))
            .sorted(Comparator.comparingLong(checkpoint -> checkpoint.body().number()))
            .toList();
    link(ordered);
    this.given = ordered.size();
    this.checkpoints = ordered.subList(Math.max(0, ordered.size() - MAX_ROOTS), ordered.size());
    if (ordered.size() > MAX_ROOTS) {
      findings.add(
          new Finding(
              ordered.get(ordered.size() - MAX_ROOTS - 1).body().number(),
              false,
              "this and older ones: signature and predecessor only were checked"));
    }
    extents.forEach(extent -> this.extents.put(extent.partition(), extent));
    this.checkpoints.forEach(_ -> changed.add(new HashMap<>()));
  }

  /// Each names the one before it.
  private void link(List<SignedCheckpoint> ordered) {
    for (int i = 1; i < ordered.size(); i++) {
      SignedCheckpoint before = ordered.get(i - 1);
      SignedCheckpoint one = ordered.get(i);
      if (before.body().number() == one.body().number()) {
        problem(one, "two different checkpoints have this number; one key signed both");
      } else if (before.body().number() + 1 == one.body().number()
          && !one.body().previous().equals(before.hash())) {
        problem(one, "previous: expected " + before.hash() + ", got " + one.body().previous());
      }
    }
  }

  /// An entry of the journal. What is no entry at all is the chain's to report.
  @Override
  public void take(JournalRecord record) {
    try {
      JournalReader.Read read = JournalReader.read(record.entry());
      entry(
          record.partition(),
          record.offset(),
          read.envelope().agent(),
          new ChainHead(read.envelope().seq(), read.envelope().previous()),
          new ChainHead(read.envelope().seq() + 1, read.hash()));
    } catch (InvalidValueException e) {
      unreadable++;
    }
  }

  /// The same for a caller that has parsed it: the head that the entry names, and the one behind
  /// it.
  public void entry(int partition, long offset, AgentId agent, ChainHead before, ChainHead after) {
    int place = place(partition, offset);
    if (seen.add(agent) && before.seq() > 0 && place > 0) {
      // What came before was archived; the entry says where its chain ended.
      changed.getFirst().put(agent, before);
    }
    if (place < checkpoints.size()) {
      changed.get(place).put(agent, after);
    }
  }

  /// The first checkpoint that covers the record.
  private int place(int partition, long offset) {
    int place = 0;
    while (place < checkpoints.size()
        && offset >= offset(checkpoints.get(place).body().offsets(), partition)) {
      place++;
    }
    return place;
  }

  /// Compares the roots, once everything was read.
  public Report finish() {
    Map<AgentId, ChainHead> heads = new HashMap<>();
    int compared = 0;
    for (int i = 0; i < checkpoints.size(); i++) {
      heads.putAll(changed.get(i));
      compared += compare(checkpoints.get(i), heads) ? 1 : 0;
    }
    return new Report(given, compared, findings);
  }

  private boolean compare(SignedCheckpoint one, Map<AgentId, ChainHead> heads) {
    List<Long> offsets = one.body().offsets();
    for (int partition = 0; partition < offsets.size(); partition++) {
      Extent there = extents.getOrDefault(partition, new Extent(partition, 0, 0));
      if (there.from() > offsets.get(partition)) {
        findings.add(
            new Finding(
                one.body().number(),
                false,
                "partition "
                    + partition
                    + " begins at "
                    + there.from()
                    + ", it covers what was archived up to there: verify it with the archive"));
        return false;
      }
      if (there.to() < offsets.get(partition)) {
        problem(
            one,
            "partition "
                + partition
                + " was cut: it covers offsets below "
                + offsets.get(partition)
                + ", the journal ends at "
                + there.to());
        return false;
      }
    }
    Heads all = Heads.of(heads);
    if (unreadable > 0) {
      problem(one, unreadable + " records of the journal are no entries");
    }
    if (all.byAgent().size() != one.body().agents() || !all.root().equals(one.body().root())) {
      problem(
          one,
          "root: it signed "
              + one.body().root()
              + " over "
              + one.body().agents()
              + " agents, the journal gives "
              + all.root()
              + " over "
              + all.byAgent().size()
              + "; entries that it covers were changed, removed or added");
    }
    return true;
  }

  private void problem(SignedCheckpoint one, String detail) {
    findings.add(new Finding(one.body().number(), true, detail));
  }

  private static long offset(List<Long> offsets, int partition) {
    return partition < offsets.size() ? offsets.get(partition) : 0;
  }
}
