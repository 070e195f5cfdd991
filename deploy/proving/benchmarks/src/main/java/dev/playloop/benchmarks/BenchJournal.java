package dev.playloop.benchmarks;

import dev.playloop.audit.ExportFormat.Header;
import dev.playloop.audit.ExportFormat.Kind;
import dev.playloop.audit.ExportWriter;
import dev.playloop.audit.JournalRecord;
import dev.playloop.audit.JournalSource.Extent;
import dev.playloop.journal.ChainHead;
import dev.playloop.journal.Desk;
import dev.playloop.journal.Entry;
import dev.playloop.journal.FoldRelease;
import dev.playloop.journal.Given;
import dev.playloop.journal.JournalWriter;
import dev.playloop.journal.Live;
import dev.playloop.journal.Taken;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.loop.state.Transition;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.worlds.model.Worlds;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/// Writes an export of the journals of agents, as the projector would have written them. No broker.
public final class BenchJournal {
  public static final Worlds WORLDS = Worlds.of(BenchRun.WORLD);
  public static final LoopPolicy POLICY = LoopPolicy.DEFAULT;
  static final FoldRelease RELEASE = FoldRelease.of(POLICY, WORLDS);

  static final Desk DESK = Desk.of(POLICY, WORLDS);

  private static final int MAX_ENTRY = 1024 * 1024;
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

  private final Random random = new Random(1);
  private final JournalWriter journal = new JournalWriter(MAX_ENTRY, this::salt);
  private final ExportWriter out;
  private long offset;

  private BenchJournal(ExportWriter out) {
    this.out = out;
  }

  /// Writes `runs` runs of each of `agents` agents: of three turns with one action each, that is
  /// seven inputs and a snapshot, interleaved.
  public static void write(Path file, int agents, int runs) throws IOException {
    write(
        file,
        writer -> {
          List<Paper> papers = new ArrayList<>();
          for (int i = 0; i < agents; i++) {
            papers.add(writer.new Paper(AgentId.of(BenchWorld.NAME, "a-" + i), BenchSystem.WINDOW));
          }
          for (int run = 0; run < runs; run++) {
            for (Paper paper : papers) {
              paper.run(run);
            }
          }
        });
  }

  /// Writes a short run, and behind it one of `turns` turns with `crafts` actions each, which is
  /// returned.
  ///
  /// @param window how many tokens of it its model reads
  public static RunId write(Path file, AgentId agent, int turns, int crafts, int window)
      throws IOException {
    write(
        file,
        writer -> {
          Paper paper = writer.new Paper(agent, window);
          paper.run(0);
          paper.live(new BenchRun(agent, "long", BEGIN.plusSeconds(2), turns, crafts));
        });
    return RunId.of(agent, "long");
  }

  private static void write(Path file, Consumer<BenchJournal> all) throws IOException {
    try (OutputStream stream = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
      ExportWriter out =
          new ExportWriter(
              stream, Header.of(BEGIN, RELEASE, List.of(new Extent(0, 0, Long.MAX_VALUE))));
      all.accept(new BenchJournal(out));
      out.end();
    }
  }

  private byte[] salt() {
    byte[] salt = new byte[16];
    random.nextBytes(salt);
    return salt;
  }

  /// One agent whose steps are written down.
  private final class Paper {
    private Live live;
    private ChainHead head = ChainHead.START;
    private Instant at = BEGIN;

    Paper(AgentId agent, int window) {
      this.live = Live.empty(agent);
      take(BenchRun.configured(agent, at, window));
    }

    void run(int number) {
      at = at.plusMillis(1_003);
      live(BenchRun.brief(live.state().agent(), "t-" + number, at));
    }

    void live(BenchRun run) {
      run.live(this::take);
    }

    private Transition take(Input input) {
      Taken taken = DESK.take(live, input, null);
      live = taken.next();
      write(taken.entry(Given.of(input).json(), null));
      if (taken.asksSnapshot()) {
        write(taken.snapshot(head.seq()));
      }
      return taken.step();
    }

    private void write(Entry entry) {
      JournalWriter.Written written = journal.write(head, entry, RELEASE);
      head = written.next();
      long at = entry.at().toEpochMilli();
      String agent = entry.agent().value();
      try {
        out.record(Kind.ENTRY, new JournalRecord(0, offset++, at, agent, written.entry()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /// Whether these bytes stand in a record: without reading it, as what is measured must not wait
  /// for who measures.
  public static boolean mentions(byte[] text, byte[] part) {
    outer:
    for (int i = 0; i <= text.length - part.length; i++) {
      for (int j = 0; j < part.length; j++) {
        if (text[i + j] != part[j]) {
          continue outer;
        }
      }
      return true;
    }
    return false;
  }
}
