package dev.playloop.proving.mutate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/// Takes rows through trees, one row at a time in each tree. Each test is first run once without
/// any mutation: one that is red then proves nothing.
final class Mutations {
  private final BlockingQueue<Built> free;
  private final TestProcess runner;
  private final Path logs;
  private final Map<TestName, TestProcess.End> before = new ConcurrentHashMap<>();

  Mutations(List<Built> trees, TestProcess runner, Path logs) {
    this.free = new ArrayBlockingQueue<>(trees.size(), false, trees);
    this.runner = runner;
    this.logs = logs;
  }

  /// @param each gets an outcome as soon as it is known, one at a time
  List<RowOutcome> run(List<Row> rows, Consumer<RowOutcome> each) throws InterruptedException {
    List<RowOutcome> outcomes = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<RowOutcome>> running = new ArrayList<>();
      for (Row row : rows) {
        running.add(threads.submit(() -> outcome(row)));
      }
      for (Future<RowOutcome> future : running) {
        try {
          RowOutcome outcome = future.get();
          outcomes.add(outcome);
          each.accept(outcome);
        } catch (ExecutionException e) {
          threads.shutdownNow();
          throw new IllegalStateException("a mutation could not be tried", e.getCause());
        }
      }
    }
    return outcomes;
  }

  private RowOutcome outcome(Row row) throws InterruptedException {
    Built tree = free.take();
    long begun = System.nanoTime();
    try {
      List<String> detail = new ArrayList<>();
      RowVerdict verdict = verdict(tree, row, detail);
      return new RowOutcome(
          row, verdict, String.join("\n", detail), (System.nanoTime() - begun) / 1e9);
    } finally {
      free.put(tree);
    }
  }

  private RowVerdict verdict(Built tree, Row row, List<String> detail) throws InterruptedException {
    Path file = tree.root().resolve(row.file());
    String text = Files.isRegularFile(file) ? read(file) : "";
    int places = row.places(text);
    if (places != 1) {
      detail.add("the text stands " + places + " times in " + row.file());
      return RowVerdict.ANCHOR_NOT_FOUND;
    }
    TestProcess.End unbroken = before(tree, row.test());
    if (unbroken != TestProcess.End.GREEN) {
      detail.add(row.test() + ": " + unbroken);
      return unbroken == TestProcess.End.NONE
          ? RowVerdict.NO_SUCH_TEST
          : verdict(unbroken, RowVerdict.RED_BEFORE);
    }
    List<Swap> applied = new ArrayList<>();
    try {
      List<String> errors = Swap.apply(tree, row, row.apply(text), applied);
      if (!errors.isEmpty()) {
        detail.addAll(errors);
        return RowVerdict.DOES_NOT_COMPILE;
      }
      TestProcess.End broken = runner.run(tree, row.test(), log(row.name()));
      if (broken != TestProcess.End.RED) {
        detail.add(row.test() + ": " + broken);
      }
      return verdict(broken, RowVerdict.CAUGHT);
    } finally {
      applied.forEach(Swap::close);
    }
  }

  private static RowVerdict verdict(TestProcess.End end, RowVerdict red) {
    return switch (end) {
      case GREEN -> RowVerdict.NOT_CAUGHT;
      case RED -> red;
      case NONE, DIED, TIMED_OUT -> RowVerdict.DID_NOT_RUN;
    };
  }

  /// Two trees may run it at the same time; both find the same.
  private TestProcess.End before(Built tree, TestName test) throws InterruptedException {
    TestProcess.End known = before.get(test);
    if (known == null) {
      String name = test.toString().replaceAll("[^A-Za-z0-9#.-]", "-");
      known = runner.run(tree, test, log("unbroken-" + name));
      before.put(test, known);
    }
    return known;
  }

  private Path log(String name) {
    return logs.resolve(name + ".log");
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("can't read " + file, e);
    }
  }
}
