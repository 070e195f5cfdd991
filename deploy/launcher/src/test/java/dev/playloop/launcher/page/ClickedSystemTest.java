package dev.playloop.launcher.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.principal.Scope;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.EmbeddedOnly;
import dev.playloop.testkit.NpmFolder;
import dev.playloop.testkit.Programs;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
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

  private static final String HAL = "{\"agent\":\"society/hal\"}";
  private static final String GUARD = "X-Playloop-Csrf";

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
    clicked.apply(ASKING.replace("NAME", "hal"));
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

  /// Not one of them comes further than the door, or would reach an agent behind it.
  @Test
  void whatIsRefusedAtTheDoorIsSaidToNobody() throws Exception {
    clicked.isThere("society/hal");
    String at = clicked.tab().at();
    PageTab own = PageTab.of(at, ann);
    PageTab reader = PageTab.of(at, gus);
    PageTab left = PageTab.of(at, ann);
    assertThat(left.post("/api/logout", "{}").statusCode()).isEqualTo(204);
    PageTab revoked = PageTab.of(at, clicked.person("kim", Scope.ADMIN));
    clicked.revoke("kim", revoked);
    RawPost pause = RawPost.by(own, "/api/do/pause", HAL);
    Map<TopicPartition, Long> before = clicked.controls();

    record Refused(String what, RawPost post, int status) {}
    for (Refused one :
        List.of(
            new Refused("no header of the page", pause.with(GUARD, ""), 403),
            new Refused("another session's header", pause.with(GUARD, reader.csrf()), 403),
            new Refused("a form", pause.with("Content-Type", "text/plain"), 403),
            new Refused("no origin", pause.with("Origin", ""), 403),
            new Refused("another origin", pause.with("Origin", "http://evil.example"), 403),
            new Refused("a frame, say", pause.with("Origin", "null"), 403),
            new Refused("another site", pause.with("Sec-Fetch-Site", "cross-site"), 403),
            new Refused("another port", pause.with("Sec-Fetch-Site", "same-site"), 403),
            new Refused("a name that leads here", pause.with("Host", "evil.example"), 421),
            new Refused("no session", pause.with("Cookie", ""), 401),
            new Refused("no session, but a token", asProgram(pause), 401),
            new Refused("who may not", RawPost.by(reader, "/api/do/pause", HAL), 403),
            new Refused("who has left", RawPost.by(left, "/api/do/pause", HAL), 401),
            new Refused("who was let in", RawPost.by(revoked, "/api/do/pause", HAL), 401))) {
      assertThat(one.post().status()).as(one.what()).isEqualTo(one.status());
    }

    assertThat(clicked.controls()).isEqualTo(before);
    assertThat(pause.status()).as("as the page sends it").isEqualTo(200);
    assertThat(clicked.controls()).as("else the test proves nothing").isNotEqualTo(before);
    assertThat(own.post("/api/do/resume", HAL).statusCode()).isEqualTo(200);
    Await.until(
        "that alone is journaled",
        () -> clicked.said("society/hal").equals(List.of("pause by ann", "resume by ann")));
  }

  private static RawPost asProgram(RawPost post) {
    return post.with("Cookie", "").with("Authorization", "Bearer " + ann);
  }

  @Test
  void pagesOfOthersSeeAndChangeNothing() throws Exception {
    clicked.isThere("society/hal");
    Map<TopicPartition, Long> before = clicked.controls();

    JsonNode came = clicked.by("elsewhere", "society/hal", ann);

    assertThat(came.path("seen").valueStream().map(JsonNode::stringValue))
        .hasSize(6)
        .allSatisfy(seen -> assertThat(seen).doesNotContain("society/hal", "Log in", "Playloop"));
    assertThat(came.path("statuses").valueStream().map(JsonNode::asInt))
        .containsExactly(403, 421, 403, 403, 421, 403);
    assertThat(clicked.controls()).isEqualTo(before);
  }
}
