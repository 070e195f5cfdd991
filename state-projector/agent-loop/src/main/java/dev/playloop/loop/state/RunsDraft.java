package dev.playloop.loop.state;

import dev.playloop.schemas.id.RunId;
import dev.playloop.worlds.model.Catalogue;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The runs of an agent while a fold works on them: at most one that is open, and at most one that
/// is parked while people think. Each goes on with what its world declared when it began. Belongs
/// to its [Draft].
public final class RunsDraft {
  private final Catalogue current;
  private Side open;
  private Side parked;

  RunsDraft(@Nullable Run run, @Nullable Run waiting, Declared by) {
    current = by.current();
    open = Side.of(run, by.begun());
    parked = Side.of(waiting, by.parked());
  }

  /// @param begun what the run goes on with
  /// @param lost whether that is not what it began with
  private record Side(@Nullable RunDraft run, Catalogue begun, boolean lost) {
    static Side of(@Nullable Run run, Catalogue begun) {
      String hash = run == null ? null : run.catalogue();
      return new Side(
          run == null ? null : new RunDraft(run),
          begun,
          hash != null && !hash.equals(begun.hash()));
    }
  }

  @Nullable RunDraft open() {
    return open.run();
  }

  /// The run that is parked; null where none is.
  public @Nullable RunDraft parked() {
    return parked.run();
  }

  /// The declaration in force.
  public Catalogue current() {
    return current;
  }

  /// What the open run goes on with; where none is open, what the next begins with.
  Catalogue catalogue() {
    return open.run() == null ? current : open.begun();
  }

  /// What the parked run goes on with.
  public Catalogue parkedCatalogue() {
    return parked.begun();
  }

  /// The open run goes on with what is in force now.
  public void goOn() {
    open = new Side(open.run(), current, false);
  }

  /// Whether the open run has to go on with another declaration than it began with.
  public boolean hasLost() {
    return open.run() != null && open.lost();
  }

  public RunDraft open(Run opened) {
    RunDraft waiting = parked.run();
    int place = waiting == null ? 0 : 1 - waiting.transcript().place();
    RunDraft run = new RunDraft(opened.at(place));
    open = new Side(run, current, false);
    return run;
  }

  void forget() {
    open = new Side(null, current, false);
  }

  /// The open run leaves the agent to others.
  public void park(Instant at) {
    RunDraft run = open.run();
    if (run == null || parked.run() != null) {
      throw new IllegalStateException("only an open run is parked, and one at a time");
    }
    run.asking(run.asking().parked(at));
    swap();
  }

  /// The parked run is open again; its deadline is later by the time that it stood still, which
  /// this returns.
  public Duration resume(Instant at) {
    RunDraft run = parked.run();
    if (run == null || open.run() != null) {
      throw new IllegalStateException("only a parked run resumes, while none is open");
    }
    Instant since = run.asking().parkedAt();
    Duration waited = since == null ? Duration.ZERO : Duration.between(since, at);
    swap();
    run.postpone(waited);
    run.asking(run.asking().parked(null));
    return waited;
  }

  /// Both change places, so that what is done to the open run can be done to the parked one. Done
  /// twice.
  public void swap() {
    Side side = open;
    open = parked;
    parked = side;
  }

  /// The run of that id, open or parked; null where there is none.
  public @Nullable RunDraft find(RunId id) {
    if (open.run() != null && open.run().id().equals(id)) {
      return open.run();
    }
    return parked.run() != null && parked.run().id().equals(id) ? parked.run() : null;
  }

  /// The run that people are asked about, or whose answer waits to be carried out.
  public @Nullable RunDraft asking() {
    RunDraft run = parked.run() == null ? open.run() : parked.run();
    return run != null && run.asking().ask() != null ? run : null;
  }

  /// What the run that people are asked about goes on with.
  public Catalogue askingCatalogue() {
    return parked.run() == null ? catalogue() : parked.begun();
  }

  void postpone(Duration by) {
    if (open.run() != null) {
      open.run().postpone(by);
    }
    if (parked.run() != null) {
      parked.run().asking(parked.run().asking().later(by)); // its deadline stands still anyway
    }
  }
}
