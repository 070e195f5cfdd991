package dev.playloop.chaos.approval;

import dev.playloop.chaos.check.Breaches;
import dev.playloop.chaos.check.Checker;
import dev.playloop.chaos.check.Facts;
import dev.playloop.chaos.process.Folders;
import dev.playloop.chaos.system.Instance;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.ApprovalEvent.How;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One fresh system whose agents ask people before they write, while projector, executor and
/// gateway die at the points that the seed says. Used by one thread.
public final class ApprovalRun {
  private static final Duration SOON = Duration.ofSeconds(4);
  private static final Duration DRAIN = Duration.ofMinutes(3);
  private static final Duration TOLERANCE =
      Duration.ofMillis(2L * Instance.MAX_CLOCK_MS).plusSeconds(2);

  private final long seed;
  private final List<Point> points;
  private final Path folder;

  private ApprovalRun(long seed, List<Point> points, Path folder) {
    this.seed = seed;
    this.points = points;
    this.folder = folder;
  }

  /// Kills at so many points. The logs of its processes stay in the folder.
  public static ApprovalReport run(long seed, int points, Path folder) throws InterruptedException {
    return new ApprovalRun(seed, Point.of(seed, points), folder).run();
  }

  /// The same in a folder that is left behind only where something was broken; `progress` is told.
  public static ApprovalReport run(long seed, int points, Consumer<String> progress)
      throws InterruptedException {
    return Folders.leftWhereBroken(
        "playloop-approvals-",
        folder -> run(seed, points, folder),
        ApprovalReport::holds,
        progress);
  }

  private ApprovalReport run() throws InterruptedException {
    long began = System.nanoTime();
    try (AskingSystem asking =
        AskingSystem.start(new AskingSystem.Setup(folder, seed, true, Duration.ZERO, SOON))) {
      asking.system().startWorkers();
      Point stuck;
      boolean drained;
      try (Killer killer = new Killer(asking.system(), asking::done)) {
        asking.orders().start(asking.agents().ids(), seed);
        stuck = killer.run(points, asking.stages());
        asking.orders().stop();
        drained = asking.drained(DRAIN);
      }
      Facts facts = asking.facts();
      ApprovalFacts approvals = asking.approvals(facts);
      Map<ApprovalCheck.Breach, List<String>> breaches = ApprovalCheck.check(approvals);
      List<String> found = new ArrayList<>();
      breaches.forEach((breach, all) -> all.forEach(what -> found.add(breach + ": " + what)));
      Checker.check(facts, TOLERANCE)
          .forEach(broken -> found.add(broken.kind() + ": " + broken.detail()));
      if (stuck != null) {
        found.add("the system stood still at: " + stuck);
      }
      if (!drained) {
        found.add("not every order has ended");
      }
      return ApprovalReportBuilder.builder()
          .seed(seed)
          .points(stuck == null ? points.size() : points.indexOf(stuck))
          .byRole(byRole(stuck))
          .orders(asking.orders().accepted().size())
          .asks(asking.asks().count())
          .ends(ends(facts))
          .words(asking.gateway().taken().size())
          .again(asking.gateway().again())
          .ignored(ignored(facts))
          .effects(approvals.effects().values().stream().mapToInt(Integer::intValue).sum())
          .triedAgain(triedAgain(approvals))
          .breaches(Breaches.counts(ApprovalCheck.Breach.class, breaches))
          .found(found)
          .millis((System.nanoTime() - began) / 1_000_000)
          .build();
    }
  }

  private Map<String, Integer> byRole(@Nullable Point stuck) {
    Map<String, Integer> byRole = new TreeMap<>();
    for (Point point : points) {
      if (point.equals(stuck)) {
        break;
      }
      String named = point.failpoint() == null ? "" : " (named place)";
      byRole.merge(point.role().word() + named, 1, Integer::sum);
    }
    return byRole;
  }

  private static int triedAgain(ApprovalFacts approvals) {
    return (int)
        approvals.released().keySet().stream()
            .filter(action -> approvals.results().get(action) == Status.FAILED)
            .count();
  }

  private static Map<How, Integer> ends(Facts facts) {
    Map<How, Integer> ends = new TreeMap<>();
    for (Facts.Decided decided : facts.events()) {
      if (decided.event() instanceof ApprovalEvent.Ended ended) {
        ends.merge(ended.how(), 1, Integer::sum);
      }
    }
    return ends;
  }

  private static Map<String, Integer> ignored(Facts facts) {
    Map<String, Integer> ignored = new TreeMap<>();
    for (Facts.Decided decided : facts.events()) {
      if (decided.event() instanceof ApprovalEvent.Ignored one) {
        ignored.merge(one.why().name(), 1, Integer::sum);
      }
    }
    return ignored;
  }
}
