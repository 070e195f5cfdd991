package dev.playloop.benchmarks;

import dev.playloop.audit.ExportFormat.Header;
import dev.playloop.audit.ExportFormat.Kind;
import dev.playloop.audit.ExportWriter;
import dev.playloop.audit.JournalRecord;
import dev.playloop.audit.JournalSource.Extent;
import dev.playloop.journal.ChainHead;
import dev.playloop.journal.Entry;
import dev.playloop.journal.FoldRelease;
import dev.playloop.journal.JournalWriter;
import dev.playloop.journal.Releases;
import dev.playloop.journal.Rendering;
import dev.playloop.journal.Snapshot;
import dev.playloop.journal.Transcript;
import dev.playloop.loop.AgentState;
import dev.playloop.loop.Command;
import dev.playloop.loop.Fold;
import dev.playloop.loop.Input;
import dev.playloop.loop.LoopPolicy;
import dev.playloop.loop.Prompt;
import dev.playloop.loop.StateJson;
import dev.playloop.loop.Step;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.ToolCall;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.LoopTool;
import dev.playloop.worlds.model.World;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/// Writes an export of the journals of many agents, as the projector would have written them: runs
/// of three turns with one action each, that is seven inputs and a snapshot, interleaved. No
/// broker.
final class BenchJournal {
  static final List<World> WORLDS = List.of(new BenchWorld());
  static final LoopPolicy POLICY = LoopPolicy.DEFAULT;
  static final FoldRelease RELEASE = FoldRelease.of(POLICY, WORLDS);

  private static final int TURNS = 3;
  private static final int MAX_ENTRY = 1024 * 1024;
  private static final String NO_COMMANDS = Sha256.hex("");
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

  private final Fold fold = new Fold(POLICY, WORLDS);
  private final Rendering rendering = new Rendering(new Prompt(POLICY, WORLDS));
  private final Random random = new Random(1);
  private final JournalWriter journal =
      new JournalWriter(Releases.only(RELEASE), MAX_ENTRY, this::salt);
  private final ExportWriter out;
  private long offset;

  private BenchJournal(ExportWriter out) {
    this.out = out;
  }

  /// Writes `runs` runs of each of `agents` agents.
  static void write(Path file, int agents, int runs) throws IOException {
    try (OutputStream stream = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
      ExportWriter out =
          new ExportWriter(
              stream, Header.of(BEGIN, RELEASE, List.of(new Extent(0, 0, Long.MAX_VALUE))));
      BenchJournal writer = new BenchJournal(out);
      List<Paper> papers = new ArrayList<>();
      for (int i = 0; i < agents; i++) {
        papers.add(writer.new Paper(AgentId.of(BenchWorld.NAME, "a-" + i)));
      }
      for (int run = 0; run < runs; run++) {
        for (Paper paper : papers) {
          paper.run(run);
        }
      }
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
    private final AgentId agent;
    private AgentState state;
    private Transcript transcript = Transcript.EMPTY;
    private StateJson.Parts parts = StateJson.Parts.NONE;
    private ChainHead head = ChainHead.START;
    private Instant at = BEGIN;

    Paper(AgentId agent) throws IOException {
      this.agent = agent;
      this.state = AgentState.empty(agent);
      var config = BenchSystem.config(agent, BenchSystem.route("http://127.0.0.1:9/v1", 1));
      take(new Input.ConfigChanged("config", at, config));
    }

    void run(int number) throws IOException {
      at = at.plusMillis(1_003);
      String id = "t-" + number;
      Trigger trigger =
          new Trigger(
              1,
              id,
              agent,
              "order.placed",
              at,
              null,
              BenchModel.triggerText(TURNS),
              null,
              null,
              null,
              0);
      Step step = take(new Input.TriggerArrived(id, at, trigger, false));
      for (int turn = 1; turn <= TURNS; turn++) {
        step = take(decided(step, turn));
        step = take(acted(step));
      }
      if (state.run() != null) {
        throw new IllegalStateException("the run did not close: " + step);
      }
      StateJson json = StateJson.of(state, parts);
      write(
          new Entry(
              agent,
              state.at(),
              Entry.SNAPSHOT,
              Entry.snapshotId(head.seq()),
              Snapshot.json(json.bytes(), transcript),
              null,
              List.of(),
              NO_COMMANDS,
              json.hash(),
              null));
    }

    private Step take(Input input) throws IOException {
      Step step = fold.fold(state, input);
      transcript = transcript.after(step);
      state = step.state();
      StateJson json = StateJson.of(state, parts);
      parts = json.parts();
      Rendering.Rendered rendered = rendering.of(step, transcript, null);
      write(
          new Entry(
              agent,
              input.at(),
              Entry.kindOf(input),
              input.id(),
              Json.text(input),
              null,
              step.events(),
              rendered.commandsHash(),
              json.hash(),
              rendered.promptHash()));
      return step;
    }

    private void write(Entry entry) throws IOException {
      JournalWriter.Written written = journal.write(head, entry);
      head = written.next();
      out.record(
          Kind.ENTRY,
          new JournalRecord(
              0, offset++, entry.at().toEpochMilli(), agent.value(), written.bytes()));
    }

    private Input decided(Step step, int turn) {
      TurnId id =
          step.commands().stream()
              .filter(Command.OpenTurn.class::isInstance)
              .map(command -> ((Command.OpenTurn) command).turn())
              .findFirst()
              .orElseThrow();
      List<ToolCall> calls =
          BenchModel.calls(turn, TURNS).stream()
              .map(call ->
                  new ToolCall(
                      call.id(),
                      call.name(),
                      call.arguments(),
                      Objects.requireNonNull(
                              call.name().equals("finish")
                                  ? LoopTool.CATALOGUE.find("finish")
                                  : WORLDS.getFirst().tools().find(call.name()))
                          .check(call.arguments())))
              .toList();
      return new Input.DecisionMade(
          id.value(),
          at,
          new Decision(
              1,
              id,
              agent,
              new Decision.Answered(
                  BenchModel.message(turn, TURNS).toString(), BenchModel.text(), calls),
              "bench",
              "bench",
              new Decision.Usage(1_000, 0, 300, 0),
              BigDecimal.ZERO,
              1,
              1,
              "0".repeat(64)));
    }

    private Input acted(Step step) {
      ActionId id =
          step.commands().stream()
              .filter(Command.ReleaseAction.class::isInstance)
              .map(command -> ((Command.ReleaseAction) command).action().action())
              .findFirst()
              .orElseThrow();
      return new Input.ActionDone(
          id.value(),
          at,
          Json.read(
              Json.bytes(ActionResult.done(id, agent, BenchWorld.OUTPUT, null)),
              ActionResult.class));
    }
  }
}
