package dev.playloop.launcher.declared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.audit.AuditQuestion;
import dev.playloop.audit.evidence.Evidence;
import dev.playloop.audit.evidence.Exporting;
import dev.playloop.audit.evidence.Verifying;
import dev.playloop.launcher.AllSettings;
import dev.playloop.launcher.LocalOptions;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.audit.ThisBuild;
import dev.playloop.launcher.audit.VerifiedText;
import dev.playloop.launcher.example.Play;
import dev.playloop.launcher.example.PlayReport;
import dev.playloop.launcher.example.RunRecord;
import dev.playloop.operator.Operator;
import dev.playloop.operator.Publisher;
import dev.playloop.rehearsal.Rehearsal;
import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.config.TriggerLine;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.LoopEvent.ActionTaken;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.testkit.EmbeddedOnly;
import dev.playloop.worlds.declared.model.DeclaredWorld;
import dev.playloop.worlds.declared.model.DeclaredWorlds;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A world without a line of code of ours: declared while the system runs, and changed while it
/// runs.
@EmbeddedOnly("it starts servers of its own")
class DeclaredWorldLoopTest {
  private static final AgentId BARKEEP = AgentId.of("tavern", "barkeep");
  private static final int MOMENTS = 20;

  private static final Rehearsal RULES =
      Rehearsal.parse(
          "rules",
          """
          rules:
            - name: a wrong drink
              when: {text: thirsty, turn: 1}
              call: {tool: pour, args: {guest: g1, drink: beer}}
            - name: taught
              when: {text: thirsty, turn: 2}
              call: {tool: pour, args: {guest: g1, drink: ale}}
            - name: the new tool
              when: {text: tired, turn: 1}
              call: {tool: make_bed, args: {guest: g1}}
            - name: before the change
              when: {text: stay, turn: 1}
              call: {tool: pour, args: {guest: g2, drink: wine}}
            - name: after the change
              when: {text: stay, turn: 2}
              call: {tool: make_bed, args: {guest: g2}}
            - name: what is gone
              when: {text: again, turn: 1}
              call: {tool: make_bed, args: {guest: g3}}
            - {name: done, say: At your service.}
          """);

  private static final String TAVERN =
      """
      world: tavern
      tools:
        - name: pour
          description: Pour a drink for a guest.
          effect: write
          arguments:
            type: object
            additionalProperties: false
            required: [guest, drink]
            properties:
              guest: {type: string, minLength: 1, maxLength: 40}
              drink: {enum: [ale, wine, water]}
      actions: {url: 'URL'}
      """;

  private static final String WITH_BEDS =
      TAVERN.replace(
          "tools:\n",
          """
          tools:
            - name: make_bed
              description: Make a bed for a guest.
              effect: write
              arguments:
                type: object
                required: [guest]
                properties: {guest: {type: string, minLength: 1, maxLength: 40}}
          """);

  @TempDir Path folder;

  @Test
  void whatIsDeclaredWhileTheSystemRunsIsPlayedAtOnceAndVerifiedFromAFile() throws Exception {
    LocalOptions options =
        LocalOptions.of(AllSettings.read(Map.of(), null))
            .withData(folder.resolve("data"))
            .withRehearsal(RULES)
            .withWorlds(List.of(WorldDeclaration.SHARED));
    try (TavernGame game = TavernGame.open()) {
      try (LocalSystem system = LocalSystem.start(options)) {
        declaredAndChanged(system, game);
      }
      try (LocalSystem system = LocalSystem.start(options)) {
        apply(system); // its model is at another port
        changedWhileARunIsOpen(system, game);
        retiredWhileARunIsOpen(system, game);
        verifiedFromAFile(system);
      }
    }
  }

  private void declaredAndChanged(LocalSystem system, TavernGame game) throws InterruptedException {
    Operator operator = new Operator(system.kafka(), "test", Clock.systemUTC());
    declare(operator, TAVERN, game);
    apply(system);
    try (Play play = Play.open(system.kafka(), List.of(WorldDeclaration.SHARED), step -> {})) {
      RunRecord first = played(play, "first", "I am thirsty.");
      assertThat(first.closed().outcome()).isEqualTo(RunOutcome.COMPLETED);
      assertThat(first.closed().actions())
          .extracting(ActionTaken::tool, ActionTaken::status)
          .contains(Tuple.tuple("pour", Status.DONE));
      assertThat(game.deeds()).containsExactly("barkeep pour {\"guest\":\"g1\",\"drink\":\"ale\"}");

      declare(operator, WITH_BEDS, game);
      // What is declared is followed within moments: a run that opens sooner has the old tools.
      for (int i = 0; i < MOMENTS && game.deeds().size() < 2; i++) {
        RunRecord second = played(play, "second-" + i, "I am tired.");
        assertThat(second.closed().outcome()).isEqualTo(RunOutcome.COMPLETED);
      }
      assertThat(game.deeds()).last().isEqualTo("barkeep make_bed {\"guest\":\"g1\"}");
      assertThat(game.deeds()).hasSize(2);
    }
  }

  /// The third declaration has no beds; the run that is open while it comes ends with them.
  private static void changedWhileARunIsOpen(LocalSystem system, TavernGame game)
      throws InterruptedException {
    Operator operator = new Operator(system.kafka(), "test", Clock.systemUTC());
    game.meanwhile(() -> {
      try {
        declare(operator, TAVERN.replace("wine, water", "wine"), game);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    });
    try (Play play = Play.open(system.kafka(), List.of(WorldDeclaration.SHARED), step -> {})) {
      RunRecord open = played(play, "open", "I stay.");
      assertThat(open.closed().outcome()).isEqualTo(RunOutcome.COMPLETED);
      assertThat(game.deeds()).last().isEqualTo("barkeep make_bed {\"guest\":\"g2\"}");

      RunRecord after = played(play, "after", "And again.");
      assertThat(after.closed().actions())
          .extracting(ActionTaken::status)
          .doesNotContain(Status.DONE);
      assertThat(game.deeds()).hasSize(4);
    }
  }

  /// The game answers only after the run was closed.
  private static void retiredWhileARunIsOpen(LocalSystem system, TavernGame game)
      throws InterruptedException {
    Operator operator = new Operator(system.kafka(), "test", Clock.systemUTC());
    CountDownLatch closed = new CountDownLatch(1);
    game.meanwhile(() -> {
      try {
        assertThat(operator.retire("tavern")).isNotNull();
        closed.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    });
    try (Play play = Play.open(system.kafka(), List.of(WorldDeclaration.SHARED), step -> {})) {
      RunRecord open = played(play, "last", "I am thirsty.");
      assertThat(open.closed().outcome()).isEqualTo(RunOutcome.CANCELLED);
      closed.countDown();
      Trigger late = Trigger.of("too-late", BARKEEP, "chat.message").text("Hello?");
      PlayReport report = play.play(List.of(new TriggerLine(late, null)), Duration.ofSeconds(60));
      assertThat(report.runOf("too-late")).isEmpty();
    } finally {
      closed.countDown();
    }
  }

  private void verifiedFromAFile(LocalSystem system) throws Exception {
    Path export = folder.resolve("export.jsonl");
    try (Evidence evidence = Evidence.ofCluster(system.kafka())) {
      Exporting exporting = new Exporting(ThisBuild.fold(evidence), system.kafka());
      try (OutputStream to = Files.newOutputStream(export)) {
        exporting.export(evidence.journal(), to);
      }
    }
    try (Evidence file = Evidence.ofFile(export)) {
      Verifying.Verified verified = new Verifying(ThisBuild.fold(file), AuditQuestion.ALL).of(file);
      StringWriter said = new StringWriter();
      assertThat(new VerifiedText(new PrintWriter(said)).tell(verified)).as("%s", said).isTrue();
      assertThat(file.worlds()).hasSize(4); // three declarations, and which is in force
      assertThat(said.toString()).doesNotContain("not folded");
    }
  }

  private static void declare(Operator operator, String text, TavernGame game)
      throws InterruptedException {
    WorldDeclaration declaration =
        new ConfigFile("world.yaml", text.replace("URL", game.url().toString()))
            .as(WorldDeclaration.class, DeclaredWorld::misfits);
    operator.declare(DeclaredWorlds.records(declaration, Instant.now(), "test"));
  }

  private static void apply(LocalSystem system) throws InterruptedException {
    String yaml =
        """
        - agent: tavern/barkeep
          actor: barkeep
          enabled: true
          instructions: {identity: You keep the bar.}
          boundaries: {"*": {tools: ["*"]}}
        """;
    try (Publisher publisher = Publisher.open(system.kafka())) {
      publisher.apply(
          system.routes().resolve(new ConfigFile("agents.yaml", yaml).agents().getFirst()));
    }
  }

  private static RunRecord played(Play play, String id, String text) throws InterruptedException {
    Trigger trigger = Trigger.of(id, BARKEEP, "chat.message").text(text);
    return play.play(List.of(new TriggerLine(trigger, null)), Duration.ofSeconds(60))
        .runOf(id)
        .orElseThrow();
  }
}
