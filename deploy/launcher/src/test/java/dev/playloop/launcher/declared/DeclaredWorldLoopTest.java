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
import dev.playloop.rehearsal.Rehearsal;
import dev.playloop.schemas.config.TriggerLine;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.LoopEvent.ActionTaken;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.testkit.EmbeddedOnly;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
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
    try (TavernGame game = new TavernGame()) {
      try (LocalSystem system = LocalSystem.start(options)) {
        declaredAndChanged(system, game);
      }
      try (LocalSystem system = LocalSystem.start(options)) {
        Barkeep.apply(system); // its model is at another port
        changedWhileARunIsOpen(system, game);
        retiredWhileARunIsOpen(system, game);
        verifiedFromAFile(system);
      }
    }
  }

  private void declaredAndChanged(LocalSystem system, TavernGame game) throws InterruptedException {
    declare(system, TAVERN, game);
    Barkeep.apply(system);
    try (Play play = Play.open(system.kafka(), List.of(WorldDeclaration.SHARED), step -> {})) {
      RunRecord first = Barkeep.played(play, "first", "I am thirsty.");
      assertThat(first.closed().outcome()).isEqualTo(RunOutcome.COMPLETED);
      assertThat(first.closed().actions())
          .extracting(ActionTaken::tool, ActionTaken::status)
          .contains(Tuple.tuple("pour", Status.DONE));
      assertThat(game.deeds()).containsExactly("barkeep pour {\"guest\":\"g1\",\"drink\":\"ale\"}");

      declare(system, WITH_BEDS, game);
      // What is declared is followed within moments: a run that opens sooner has the old tools.
      for (int i = 0; i < MOMENTS && game.deeds().size() < 2; i++) {
        RunRecord second = Barkeep.played(play, "second-" + i, "I am tired.");
        assertThat(second.closed().outcome()).isEqualTo(RunOutcome.COMPLETED);
      }
      assertThat(game.deeds()).last().isEqualTo("barkeep make_bed {\"guest\":\"g1\"}");
      assertThat(game.deeds()).hasSize(2);
    }
  }

  /// The third declaration has no beds; the run that is open while it comes ends with them.
  private static void changedWhileARunIsOpen(LocalSystem system, TavernGame game)
      throws InterruptedException {
    game.meanwhile(() -> {
      try {
        declare(system, TAVERN.replace("wine, water", "wine"), game);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    });
    try (Play play = Play.open(system.kafka(), List.of(WorldDeclaration.SHARED), step -> {})) {
      RunRecord open = Barkeep.played(play, "open", "I stay.");
      assertThat(open.closed().outcome()).isEqualTo(RunOutcome.COMPLETED);
      assertThat(game.deeds()).last().isEqualTo("barkeep make_bed {\"guest\":\"g2\"}");

      int deeds = 0;
      RunRecord after = open;
      for (int i = 0; i < MOMENTS && deeds < game.deeds().size(); i++) {
        deeds = game.deeds().size();
        after = Barkeep.played(play, "after-" + i, "And again.");
      }
      assertThat(after.closed().actions())
          .extracting(ActionTaken::status)
          .doesNotContain(Status.DONE);
      assertThat(game.deeds()).hasSize(deeds);
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
      RunRecord open = Barkeep.played(play, "last", "I am thirsty.");
      assertThat(open.closed().outcome()).isEqualTo(RunOutcome.CANCELLED);
      closed.countDown();
      Trigger late = Trigger.of("too-late", Barkeep.ID, "chat.message").text("Hello?");
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

  private static void declare(LocalSystem system, String text, TavernGame game)
      throws InterruptedException {
    Barkeep.declare(system, text.replace("URL", game.url().toString()));
  }
}
