package dev.playloop.launcher.declared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.launcher.AllSettings;
import dev.playloop.launcher.LocalOptions;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.example.Play;
import dev.playloop.launcher.example.RunRecord;
import dev.playloop.operator.Publisher;
import dev.playloop.rehearsal.Rehearsal;
import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.config.TriggerLine;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.LoopEvent.ActionTaken;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.testkit.EmbeddedOnly;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A world that gets a group of its own while its agent is in the middle of an action, beside one
/// that stays with the others; and another group afterwards, over a restart.
@EmbeddedOnly("it starts servers of its own")
class GroupedWorldLoopTest {
  private static final Rehearsal RULES =
      Rehearsal.parse(
          "rules",
          """
          rules:
            - name: pour
              when: {text: thirsty, turn: 1}
              call: {tool: pour, args: {guest: g1}}
            - name: pour once more
              when: {text: thirsty, turn: 2}
              call: {tool: pour, args: {guest: g2}}
            - {name: done, say: At your service.}
          """);

  private static final String WORLD =
      """
      world: NAME
      tools:
        - name: pour
          description: Pour a drink for a guest.
          effect: write
          arguments:
            type: object
            required: [guest]
            properties: {guest: {type: string, minLength: 1, maxLength: 40}}
      actions: {url: 'URL'}
      """;

  private static final String AGENT =
      """
      - agent: NAME/barkeep
        actor: barkeep
        enabled: true
        instructions: {identity: You keep the bar.}
        boundaries: {"*": {tools: ["*"]}}
      """;

  private static final int MOMENTS = 20;

  @TempDir Path folder;
  private int plays;

  @Test
  void whatIsUnderWayWhenTheGroupChangesIsDoneOnceWhereItLies() throws Exception {
    LocalOptions options =
        LocalOptions.of(AllSettings.read(Map.of(), null))
            .withData(folder.resolve("data"))
            .withRehearsal(RULES)
            .withWorlds(List.of(WorldDeclaration.SHARED));
    try (TavernGame tavern = new TavernGame();
        TavernGame cellar = new TavernGame()) {
      try (LocalSystem system = LocalSystem.start(options)) {
        declare(system, "tavern", tavern, "");
        declare(system, "cellar", cellar, "");
        tavern.meanwhile(() -> declared(system, "tavern", tavern, "group: heavy\n"));
        played(system, "tavern", "over");
        assertThat(runs(system, "declared")).containsExactly("tavern/barkeep:over");

        untilIn(system, "heavy", "after");
        played(system, "cellar", "beside");
        assertThat(runs(system, "declared")).contains("cellar/barkeep:beside");
      }
      try (LocalSystem system = LocalSystem.start(options)) {
        apply(system, "tavern"); // its model is at another port, which is followed within moments
        RunOutcome outcome = RunOutcome.FAILED;
        for (int i = 0; i < MOMENTS && outcome != RunOutcome.COMPLETED; i++) {
          outcome = run(system, "tavern", "restarted-" + i).closed().outcome();
        }
        played(system, "tavern", "warm");
        tavern.meanwhile(() -> declared(system, "tavern", tavern, "group: light\n"));
        played(system, "tavern", "again");
        assertThat(runs(system, "heavy")).contains("tavern/barkeep:warm", "tavern/barkeep:again");
        assertThat(runs(system, "light")).isEmpty();

        declared(system, "tavern", tavern, "");
        untilIn(system, "declared", "back");
        assertThat(runs(system, "declared")).doesNotContain("tavern/barkeep:again");
      }
      assertThat(tavern.deeds()).as("two of each run").hasSize(2 * (plays - 1) + 2);
      assertThat(cellar.deeds()).hasSize(2);
    }
  }

  /// What is declared is followed within moments: a run that opens sooner lies where others did.
  private void untilIn(LocalSystem system, String group, String id) throws InterruptedException {
    String last = "";
    for (int i = 0; i < MOMENTS && !runs(system, group).contains("tavern/barkeep:" + last); i++) {
      last = id + "-" + i;
      played(system, "tavern", last);
    }
    assertThat(runs(system, group)).contains("tavern/barkeep:" + last);
  }

  private static void declare(LocalSystem system, String name, TavernGame game, String group)
      throws InterruptedException {
    declared(system, name, game, group);
    apply(system, name);
  }

  private static void declared(LocalSystem system, String name, TavernGame game, String group) {
    try {
      Barkeep.declare(
          system, WORLD.replace("NAME", name).replace("URL", game.url().toString()) + group);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void apply(LocalSystem system, String name) throws InterruptedException {
    try (Publisher publisher = Publisher.open(system.kafka())) {
      String yaml = AGENT.replace("NAME", name);
      publisher.apply(
          system.routes().resolve(new ConfigFile("agents.yaml", yaml).agents().getFirst()));
    }
  }

  private void played(LocalSystem system, String world, String id) throws InterruptedException {
    plays++;
    RunRecord run = run(system, world, id);
    assertThat(run.closed().outcome()).isEqualTo(RunOutcome.COMPLETED);
    assertThat(run.closed().actions())
        .extracting(ActionTaken::status)
        .containsExactly(Status.DONE, Status.DONE);
  }

  private static RunRecord run(LocalSystem system, String world, String id)
      throws InterruptedException {
    Trigger trigger =
        Trigger.of(id, AgentId.of(world, "barkeep"), "chat.message").text("I am thirsty.");
    try (Play play = Play.open(system.kafka(), List.of(), step -> {})) {
      return play.play(List.of(new TriggerLine(trigger, null)), Duration.ofSeconds(60))
          .runOf(id)
          .orElseThrow();
    }
  }

  /// Whose actions lie there; each was begun and ended on the ledger beside, and nowhere else.
  private static Set<String> runs(LocalSystem system, String group) {
    KafkaSettings kafka = system.kafka();
    List<String> actions = values(kafka, kafka.topics().actions(group));
    assertThat(new TreeSet<>(values(kafka, kafka.topics().ledger(group))))
        .isEqualTo(new TreeSet<>(actions));
    Set<String> runs = new TreeSet<>();
    actions.forEach(action -> runs.add(action.substring(0, action.indexOf('#'))));
    return runs;
  }

  private static List<String> values(KafkaSettings kafka, Topic<?, ?> topic) {
    List<String> values = new ArrayList<>();
    try (TopicReader reader = TopicReading.of(kafka, topic).fromBeginning()) {
      reader.readToEnd(record -> {
        if (topic.name().contains(".ledger.")) {
          values.add(new String(record.key(), StandardCharsets.UTF_8));
        } else {
          byte[] id = record.headers().lastHeader("playloop.action").value();
          values.add(new String(id, StandardCharsets.UTF_8));
        }
      });
    }
    return values;
  }
}
