package dev.playloop.benchmarks;

import dev.playloop.audit.Audit;
import dev.playloop.audit.AuditQuestion;
import dev.playloop.audit.AuditReport;
import dev.playloop.audit.ExportFile;
import dev.playloop.journal.ChainHead;
import dev.playloop.journal.JournalReader;
import dev.playloop.journal.JournalReader.Read;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.journal.Refold;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/// How fast a journal is verified, on one thread: `AuditSpeed [agents] [runs] [rounds]`. Times are
/// the thread's own CPU time, so that what else runs on the machine counts little. Last it measures
/// what an audit holds in memory, of this journal and of one with a tenth of the runs.
final class AuditSpeed {
  private AuditSpeed() {}

  public static void main(String[] args) throws IOException {
    int agents = args.length > 0 ? Integer.parseInt(args[0]) : 200;
    int runs = args.length > 1 ? Integer.parseInt(args[1]) : 25;
    int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 5;
    Path file = Files.createTempFile("playloop-audit", ".jsonl");
    try {
      BenchJournal.write(file, agents, runs);
      System.out.printf(
          Locale.ROOT, "%d agents, %d runs each, %d MB%n", agents, runs, Files.size(file) >> 20);
      for (int round = 1; round <= rounds; round++) {
        measure("hashed", () -> hash(file));
        measure("hashed and folded again", () -> fold(file));
      }
    } finally {
      Files.delete(file);
    }
    memory(agents, Math.max(1, runs / 10));
    memory(agents, runs);
  }

  /// Something that looks at entries, and says at how many.
  @FunctionalInterface
  private interface Work {
    long run() throws IOException;
  }

  private static void measure(String what, Work work) throws IOException {
    var threads = ManagementFactory.getThreadMXBean();
    long cpu = threads.getCurrentThreadCpuTime();
    long began = System.nanoTime();
    long entries = work.run();
    double own = (threads.getCurrentThreadCpuTime() - cpu) / 1e9;
    double wall = (System.nanoTime() - began) / 1e9;
    System.out.printf(
        Locale.ROOT,
        "%-24s %8d entries  %8.0f a second of CPU  (%.2f s, wall %.2f s)%n",
        what,
        entries,
        entries / own,
        own,
        wall);
  }

  /// Every envelope and every payload hashed and compared, every predecessor compared.
  private static long hash(Path file) throws IOException {
    Map<String, ChainHead> heads = new HashMap<>();
    long[] entries = {0};
    try (ExportFile export = ExportFile.open(file)) {
      export.read(record -> {
        Read read = JournalReader.read(record.entry());
        ChainHead expected = heads.getOrDefault(record.key(), ChainHead.START);
        if (!read.payloadIntact()
            || read.envelope().seq() != expected.seq()
            || !read.envelope().previous().equals(expected.previous())) {
          throw new IllegalStateException("differs: " + read);
        }
        heads.put(record.key(), new ChainHead(expected.seq() + 1, read.hash()));
        entries[0]++;
      });
    }
    return entries[0];
  }

  private static long fold(Path file) throws IOException {
    try (ExportFile export = ExportFile.open(file)) {
      AuditReport report = new Audit(new JournalVerifier(refold()), AuditQuestion.ALL).of(export);
      if (!report.holds() || report.folded() != report.entries()) {
        throw new IllegalStateException("differs: " + report);
      }
      return report.entries();
    }
  }

  private static Refold refold() {
    return new Refold(BenchJournal.DESK);
  }

  /// The most that an audit holds: what is left of the heap after a collection, looked at ten times
  /// on the way, above what there was before.
  private static void memory(int agents, int runs) throws IOException {
    Path file = Files.createTempFile("playloop-audit", ".jsonl");
    try {
      BenchJournal.write(file, agents, runs);
      long expected = hash(file);
      long before = live();
      long[] seen = {0};
      long[] most = {0};
      try (ExportFile export = ExportFile.open(file)) {
        new Audit(new JournalVerifier(refold()), AuditQuestion.ALL)
            .with((record, read) -> {
              if (++seen[0] % (expected / 10) == 0) {
                most[0] = Math.max(most[0], live() - before);
              }
            })
            .of(export);
      }
      System.out.printf(
          Locale.ROOT,
          "held while %d entries of %d agents were folded: at most %.1f MB%n",
          expected,
          agents,
          most[0] / 1e6);
    } finally {
      Files.delete(file);
    }
  }

  private static long live() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
