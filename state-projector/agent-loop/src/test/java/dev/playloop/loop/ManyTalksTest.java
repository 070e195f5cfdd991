package dev.playloop.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.journal.Desk;
import dev.playloop.journal.Live;
import dev.playloop.journal.Releases;
import dev.playloop.journal.Taken;
import dev.playloop.journal.Transcripts;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.AgentStateBuilder;
import dev.playloop.loop.state.Declared;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.loop.state.StateJson;
import dev.playloop.loop.state.Transition;
import dev.playloop.loop.talk.Spoken;
import dev.playloop.loop.talk.Talk;
import dev.playloop.loop.talk.TalkAdded;
import dev.playloop.loop.talk.TalkMemory;
import dev.playloop.loop.talk.TalkSource;
import dev.playloop.loop.talk.Talks;
import dev.playloop.loop.talk.TalksDraft;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.Worlds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// An agent that knows two hundred others, of whom it keeps 20 KB each.
class ManyTalksTest {
  private static final Instant NOW = Instant.parse("2026-11-26T10:00:00Z");
  private static final int KNOWN = 200;

  private final Map<String, Talk> stored = new HashMap<>();
  private final List<String> read = new ArrayList<>();
  private final Desk desk = Desk.of(LoopPolicy.DEFAULT, Worlds.of(TestWorld.PLAIN));

  private Live ada() {
    TalksDraft said = new TalksDraft(Talks.NONE, TalkSource.NOTHING);
    String words = "word ".repeat(94);
    for (int i = 0; i < KNOWN * Talk.MAX_EXCHANGES; i++) {
      assertThat(said.add("p" + i % KNOWN, new Spoken(NOW, words, words, 0.5))).isEmpty();
    }
    for (TalkAdded told : said.step().told()) {
      stored.put(told.with(), told.after(stored.get(told.with())));
    }
    AgentState state =
        AgentStateBuilder.builder(AgentState.empty(Configs.ADA)).talks(said.talks().root()).build();
    TalkSource source =
        with -> {
          read.add(with);
          return stored.get(with);
        };
    return new Live(
        state,
        Transcripts.EMPTY,
        new TalkMemory(said.talks(), source),
        StateJson.Parts.NONE,
        Live.NO_WISH);
  }

  private Live opened() {
    Live ada = desk.take(ada(), new Input.ConfigChanged("c", NOW, Configs.ada()), null).next();
    Trigger trigger =
        Trigger.of("t", Configs.ADA, "chat.message")
            .subject(new Trigger.Subject("user", "p77"))
            .text("What was it?")
            .withId("t", NOW);
    return desk.take(ada, new Input.TriggerArrived("t", NOW, trigger, false), null).next();
  }

  private static Input answered() {
    Decision.Answered answered = new Decision.Answered("{}", "This.", List.of());
    Decision decision = ModelSays.decision(ModelSays.turnId("t#1"), answered, "0.001", "first");
    return new Input.DecisionMade("d", NOW, decision);
  }

  /// Whatever else falls due in the step of the control.
  @Test
  void aSnapshotThatIsAskedForIsFollowedByTheTalksAsItsOwnStepLeavesThem() {
    Worlds worlds = Worlds.of(TestWorld.PLAIN);
    Desk closing =
        new Desk(LoopPolicy.DEFAULT, Releases.of(LoopPolicy.DEFAULT, worlds)) {
          @Override
          protected Transition fold(AgentState state, Input input, Declared by) {
            return super.fold(state, answered(), by);
          }
        };
    Control snapshot = new Control.Snapshot(Configs.ADA, Author.of("archive"), NOW);
    Taken taken = closing.take(opened(), new Input.Controlled("s", NOW, snapshot), null);

    Talks index = taken.next().talks().talks();
    assertThat(taken.changed()).extracting(Talk::with).containsExactly("p77");
    assertThat(taken.journaled(taken.changed(), 7))
        .hasSize(KNOWN)
        .map(entry -> Json.read(entry.input(), Talk.class))
        .allSatisfy(talk ->
            assertThat(Objects.requireNonNull(index.of(talk.with())).hash()).isEqualTo(talk.hash()))
        .extracting(Talk::with)
        .doesNotHaveDuplicates();
  }

  @Test
  void aRunReadsAndWritesTheTalkOfItsOwnCounterpart() {
    Live ada = ada();
    assertThat(Json.bytes(Objects.requireNonNull(stored.get("p77"))).length)
        .isBetween(19_000, 21_000);
    ada = desk.take(ada, new Input.ConfigChanged("c", NOW, Configs.ada()), null).next();
    Trigger trigger =
        Trigger.of("t", Configs.ADA, "chat.message")
            .subject(new Trigger.Subject("user", "p77"))
            .text("What was it?")
            .withId("t", NOW);

    Taken opened = desk.take(ada, new Input.TriggerArrived("t", NOW, trigger, false), null);
    Decision.Answered answered = new Decision.Answered("{}", "This.", List.of());
    Decision decision = ModelSays.decision(ModelSays.turnId("t#1"), answered, "0.001", "first");
    Taken closed = desk.take(opened.next(), new Input.DecisionMade("d", NOW, decision), null);

    assertThat(Json.bytes(opened.step().talks().read()).length).isBetween(2_000, 3_600);
    assertThat(closed.step().talks().read()).isEmpty();
    assertThat(closed.changed()).extracting(Talk::with).containsExactly("p77");
    assertThat(closed.changed().getFirst().said().getLast().heard()).isEqualTo("What was it?");
    assertThat(closed.journaled(closed.changed(), 0)).hasSize(1);
    assertThat(read).containsOnly("p77");
    assertThat(closed.json().bytes().length).isLessThan(16_000);
  }
}
