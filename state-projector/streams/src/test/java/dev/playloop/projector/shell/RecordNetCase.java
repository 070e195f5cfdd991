package dev.playloop.projector.shell;

import static dev.playloop.fixtures.Samples.agent;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.Samples;
import dev.playloop.fixtures.TestWorld;
import dev.playloop.journal.ChainHead;
import dev.playloop.journal.Desk;
import dev.playloop.journal.JournalReader;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.journal.Refold;
import dev.playloop.journal.Rendering.Rendered;
import dev.playloop.journal.Transcript;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.AgentStateBuilder;
import dev.playloop.loop.state.Declared;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.Transition;
import dev.playloop.loop.state.TransitionBuilder;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.Halts;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.Catalogue;
import dev.playloop.worlds.model.Worlds;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// The loop, whose desk throws what a test says where a test says.
abstract class RecordNetCase {
  static final String BOOM = "boom";

  @TempDir Path dir;
  volatile Halts halts = Halts.NONE;
  LoopDriver loop;

  @BeforeEach
  void open() {
    loop = new LoopDriver(dir);
  }

  @AfterEach
  void close() {
    loop.close();
  }

  void with(Desk desk) {
    loop.close();
    Topics topics = new Topics("t.", 1);
    loop =
        new LoopDriver(
            dir.resolve("other"),
            topics,
            desk,
            LoopSetup.of(topics, Worlds.of(new TestWorld())).withHalts(() -> halts));
  }

  /// Where it throws.
  enum At {
    FOLD,
    RENDER,
    STATE,
    FOLD_AND_POISON,
    EVERYTHING
  }

  void assertChainHolds(String name) {
    JournalVerifier.Report report =
        new JournalVerifier(new Refold(LoopDriver.desk()))
            .verify(
                agent(name),
                loop.journal().stream()
                    .filter(
                        entry -> JournalReader.read(entry).envelope().agent().equals(agent(name)))
                    .toList(),
                ChainHead.START,
                null);
    assertThat(report.findings()).isEmpty();
  }

  /// Throws where it is told to, for inputs that say [#BOOM].
  static class ThrowingDesk extends TestDesk {
    private final At at;
    private final RuntimeException failure;
    private boolean hit;

    ThrowingDesk(At at, RuntimeException failure) {
      this.at = at;
      this.failure = failure;
    }

    boolean hits(Input input) {
      return switch (input) {
        case Input.TriggerArrived arrived -> BOOM.equals(arrived.trigger().text());
        case Input.DecisionMade made ->
            made.decision().outcome() instanceof Decision.Answered answered
                && answered.text().equals(BOOM);
        default -> false;
      };
    }

    boolean hits(AgentState state) {
      return state != null;
    }

    @Override
    protected Transition fold(AgentState state, Input input, Declared by) {
      hit = hits(input) && hits(state);
      if (hit && (at == At.FOLD || at == At.FOLD_AND_POISON || at == At.EVERYTHING)) {
        throw failure;
      }
      Transition step = super.fold(state, input, by);
      return hit && at == At.STATE
          ? TransitionBuilder.builder(step).state(unwritable(step.state())).build()
          : step;
    }

    /// A state whose JSON can't be written.
    private AgentState unwritable(AgentState s) {
      Object value =
          new Object() {
            @SuppressWarnings({"unused", "EffectivelyPrivate"}) // Jackson calls it
            public String getText() {
              throw failure;
            }
          };
      Trigger bad =
          Trigger.of("bad", s.agent(), "chat.message")
              .at(Samples.START)
              .data(Json.NODES.pojoNode(value));
      return AgentStateBuilder.builder(s)
          .queue(List.of(new AgentState.Waiting(bad, 1, null, null)))
          .build();
    }

    @Override
    protected Transition poisoned(AgentState state, Input input, String error, Declared by) {
      if (hit && (at == At.FOLD_AND_POISON || at == At.EVERYTHING)) {
        throw failure;
      }
      hit = false;
      return super.poisoned(state, input, error, by);
    }

    @Override
    protected Rendered render(
        Transition step, Transcript transcript, @Nullable View view, Catalogue by) {
      if (hit && at == At.RENDER) {
        throw failure;
      }
      return super.render(step, transcript, view, by);
    }
  }
}
