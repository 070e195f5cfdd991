package dev.playloop.launcher.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.principal.Scope;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.EmbeddedOnly;
import dev.playloop.testkit.NpmFolder;
import dev.playloop.testkit.Programs;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What people do by clicking, in a real browser on the page of a system that runs: it comes of it
/// what should, and the log has who said so, each by a principal of their own.
@Tag("slow")
@EmbeddedOnly("it is about a system with servers of its own")
class ClickedSystemTest {
  private static final String ASKING =
      """
      - agent: society/NAME
        actor: NAME
        enabled: true
        instructions: {identity: NAME.}
        boundaries: {"*": {tools: [do_work]}}
      """;

  private static final String RULE =
      """
        approvals:
          - {name: jobs, tools: [do_work], people: PEOPLE, allow: [approve, deny, edit]}
      """;

  private static final String BARKEEP =
      """
      - agent: tavern/barkeep
        actor: barkeep
        enabled: true
        instructions: {identity: You keep the bar.}
        boundaries: {"*": {tools: ["*"]}}
      """;

  private static ClickedSystem clicked;
  private static String ann;
  private static String gus;

  @BeforeAll
  static void start() throws Exception {
    NpmFolder.require();
    Programs.require("chromium");
    clicked = ClickedSystem.start();
    // Of fay nobody knows yet: that becomes a dead letter, while the others click.
    clicked.publish("society/fay", "schedule.work", "for-nobody");
    clicked.apply(ASKING.replace("NAME", "cal") + RULE.replace("PEOPLE", "1"));
    clicked.apply(ASKING.replace("NAME", "dov") + RULE.replace("PEOPLE", "2"));
    clicked.apply(ASKING.replace("NAME", "eli") + RULE.replace("PEOPLE", "1"));
    clicked.apply(BARKEEP);
    ann = clicked.person("ann", Scope.ADMIN);
    gus = clicked.person("gus", Scope.approve("mayor"), Scope.read("society"));
  }

  @AfterAll
  static void stop() {
    if (clicked != null) {
      clicked.close();
    }
  }

  @Test
  void aRunIsCancelled() throws Exception {
    clicked.publish("society/eli", "schedule.work", "of-eli");
    clicked.waits("society/eli", 1);

    clicked.by("cancel", "society/eli:of-eli", ann);

    assertThat(clicked.said("society/eli")).containsExactly("cancel-run by ann");
    assertThat(clicked.outcome("of-eli")).isEqualTo("CANCELLED");
    clicked.waits("society/eli", 0);
  }

  @Test
  void aWriteInDoubtIsConfirmed() throws Exception {
    clicked.publish("tavern/barkeep", "guest.came", "of-barkeep");
    clicked.waits("tavern/barkeep", 1);
    int deeds = clicked.game().deeds();

    clicked.by("confirm", "tavern/barkeep", ann);

    assertThat(clicked.said("tavern/barkeep")).containsExactly("confirm by ann");
    assertThat(clicked.events("tavern/barkeep", "write-confirmed"))
        .singleElement()
        .satisfies(event -> {
          assertThat(event.path("happened").booleanValue()).isTrue();
          assertThat(event.path("reason").stringValue()).isEqualTo("the cellar is empty");
          assertThat(event.path("author").path("subject").stringValue()).isEqualTo("ann");
        });
    assertThat(clicked.outcome("of-barkeep")).isEqualTo("COMPLETED");
    assertThat(clicked.game().deeds()).as("it releases nothing").isEqualTo(deeds);
  }

  @Test
  void aQuestionIsApprovedWithOtherArguments() throws Exception {
    clicked.publish("society/cal", "schedule.work", "of-cal");
    clicked.waits("society/cal", 1);

    clicked.by("edit", "society/cal", ann);

    assertThat(clicked.said("society/cal")).containsExactly("edit by ann");
    assertThat(clicked.outcome("of-cal")).isEqualTo("COMPLETED");
    assertThat(clicked.tab().text("/api/run?run=society%2Fcal%3Aof-cal"))
        .contains("\"jobType\":\"mining\"");
    assertThat(clicked.gold()).as("what mining pays").isEqualTo(50);
  }

  @Test
  void whatNeedsTwoPeopleIsAnsweredByTwo() throws Exception {
    clicked.publish("society/dov", "schedule.work", "of-dov");
    clicked.waits("society/dov", 1);

    JsonNode words = clicked.by("two", "society/dov", ann, gus);

    assertThat(words.get(0).stringValue()).contains("1 person must still agree");
    assertThat(words.get(1).stringValue()).doesNotContain("must still agree");
    assertThat(clicked.said("society/dov")).containsExactly("approve by ann", "approve by gus");
    assertThat(clicked.outcome("of-dov")).isEqualTo("COMPLETED");
  }

  @Test
  void aDeadLetterIsSentBackOnceSomebodyHasSeenWhatWouldGo() throws Exception {
    String letter =
        Await.until(
                () -> clicked.tab().get("/api/letters").path("rows").findValuesAsString("id"),
                ids -> !ids.isEmpty())
            .getFirst();
    clicked.apply(ASKING.replace("NAME", "fay"));

    assertThat(clicked.by("dry", letter, ann).stringValue()).contains("0 would be refused");
    assertThat(clicked.redriven()).as("a dry run sends nothing").isEmpty();
    clicked.by("redrive", letter, ann);

    assertThat(clicked.redriven())
        .containsExactly("playloop.redriven=" + letter, "playloop.redriven.by=ann");
    assertThat(clicked.outcome("for-nobody")).isEqualTo("COMPLETED");
  }
}
