package dev.playloop.launcher.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.launcher.Working;
import dev.playloop.loop.state.Standing;
import dev.playloop.operator.AgentStatus;
import dev.playloop.operator.Step;
import dev.playloop.operator.Told;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Commands against a running cluster.
@NeedsInfra
class RunningClusterTest {
  @TempDir private static Path folder;

  private static RunningCluster cluster;

  @BeforeAll
  static void start(TestInfra infra) throws InterruptedException, IOException {
    cluster = RunningCluster.start(infra, folder);
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void topicsAreListedAndNothingIsLeftToCreate() {
    assertThat(cluster.playloop("topics", "list").out())
        .contains("playloop.triggers", "2 partitions", "playloop.ledger.society");
    assertThat(cluster.playloop("topics", "create").out()).contains("all topics are there");
  }

  @Test
  void agentsAreListed() {
    Said said = cluster.playloop("agents", "list");

    assertThat(said.code()).isZero();
    assertThat(said.out()).contains("society/cal", "enabled", "1 agent");
    String json = cluster.playloop("agents", "list", "--json").out().strip();
    assertThat(Json.read(json, AgentConfig.class).agent()).isEqualTo(Working.CAL);
    assertThat(Printed.errors("agent-config", json)).isEmpty();
  }

  @Test
  void anUnknownAgentCantBePaused() {
    Said said = cluster.playloop("agents", "pause", "society/nobody");

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("there is no agent 'society/nobody'", "agents list");
  }

  @Test
  void aPausedAgentRunsAgainWhenItIsResumed() throws IOException {
    assertThat(cluster.playloop("agents", "pause", "society/cal").out())
        .contains("paused society/cal");
    Path file = folder.resolve("paused.jsonl");
    Files.writeString(file, Json.text(Working.trigger("paused-1")));
    assertThat(cluster.playloop("publish", file.toString()).out()).contains("paused-1");
    assertThat(cluster.playloop("agents", "resume", "society/cal").out()).contains("resumed");

    assertThat(cluster.closed("paused-1")).isTrue();
    assertThat(cluster.playloop("story", "society/cal:paused-1").out())
        .contains("tried   do_work(jobType: farming)", "ended   completed");
    assertThat(cluster.playloop("story", "society/cal:paused-1", "--json").out().lines())
        .isNotEmpty()
        .allSatisfy(line -> assertThat(Printed.errors("told", line)).as(line).isEmpty())
        .map(line -> Json.read(line, Told.class))
        .allSatisfy(line ->
            assertThat(line)
                .isInstanceOfSatisfying(
                    Told.Happened.class,
                    one -> assertThat(one.run()).isEqualTo(new RunId("society/cal:paused-1"))))
        .map(line -> ((Told.Happened) line).step())
        .hasAtLeastOneElementOfType(Step.Triggered.class)
        .hasAtLeastOneElementOfType(Step.Decided.class)
        .hasAtLeastOneElementOfType(Step.Acted.class)
        .last()
        .isInstanceOf(Step.Closed.class);
  }

  @Test
  void statusTellsWhatAnAgentIsDoingAndWhatWaits() throws IOException {
    cluster.playloop("agents", "pause", "society/cal");
    Path file = folder.resolve("status.jsonl");
    Files.writeString(file, Json.text(Working.trigger("status-1")));
    cluster.playloop("publish", file.toString());

    Standing paused = standing(one -> one.paused() && !one.queue().isEmpty());
    assertThat(paused.queue()).extracting(Standing.Waiting::trigger).containsExactly("status-1");
    assertThat(cluster.playloop("agents", "status", "society/cal").out())
        .contains("society/cal  idle", "paused ", "1 trigger: status-1", "USD today", " ago");
    cluster.playloop("agents", "resume", "society/cal");

    assertThat(cluster.closed("status-1")).isTrue();
    Standing done = standing(one -> !one.paused() && one.queue().isEmpty());
    assertThat(done.doing()).isNull();
    assertThat(done.configured()).isTrue();
    String all = cluster.playloop("agents", "status", "--json").out();
    assertThat(all.lines()).singleElement().asString().contains("\"agent\":\"society/cal\"");
    assertThat(Printed.errors("agent-status", all)).isEmpty();
    assertThat(cluster.playloop("agents", "status", "society/call").err())
        .contains("did you mean 'society/cal'?");
  }

  /// What `agents status` says, once it is as wanted.
  private static Standing standing(Predicate<Standing> wanted) {
    return Await.until(
        () -> {
          String json = cluster.playloop("agents", "status", "society/cal", "--json").out();
          return Objects.requireNonNull(Json.read(json, AgentStatus.class).standing());
        },
        wanted);
  }

  @Test
  void aTriggerWithoutAnIdIsToldByTheOneThatItGets() throws IOException {
    Path file = folder.resolve("unnamed.jsonl");
    Files.writeString(file, Json.text(Working.trigger("x")).replaceFirst("\"id\":\"x\",?", ""));

    String out = cluster.playloop("publish", file.toString()).out();
    String id = out.strip().substring(out.strip().lastIndexOf(' ') + 1);

    assertThat(cluster.closed(id)).isTrue();
    assertThat(cluster.playloop("story", "society/cal:" + id).out()).contains("ended   completed");
  }

  /// However often it begins anew, what it printed and kept does not come again.
  @Test
  void followGoesOnWhereItLeftOff() throws IOException {
    Path kept = folder.resolve("kept.json");
    published("follow-1");

    Said first =
        cluster.playloop("follow", "society/cal", "--keep", kept.toString(), "--end", "--json");
    Said again =
        cluster.playloop("follow", "society/cal", "--keep", kept.toString(), "--end", "--json");
    published("follow-2");
    Said next =
        cluster.playloop("follow", "society/cal", "--keep", kept.toString(), "--end", "--json");

    assertThat((first.out() + next.out()).lines())
        .hasSizeGreaterThan(10)
        .allSatisfy(line -> assertThat(Printed.errors("step", line)).as(line).isEmpty());
    assertThat(first.out().lines().map(line -> Json.read(line, Step.class)))
        .as(first.err())
        .anyMatch(
            step -> step instanceof Step.Closed over && over.run().triggers().contains("follow-1"));
    assertThat(again.out()).isEmpty();
    assertThat(next.out()).contains("follow-2").doesNotContain("follow-1");
    assertThat(first.out()).contains("\"tool\":\"do_work\"");
  }

  /// Whoever asks before the run is there is told it as it happens.
  @Test
  void aStoryThatIsFollowedEndsWithItsRun() throws Exception {
    CompletableFuture<Said> told =
        // The common pool is for what does not block: on two cores it has one thread.
        CompletableFuture.supplyAsync(
            () -> cluster.playloop("story", "society/cal:told-1", "--follow"),
            Thread::startVirtualThread);
    published("told-1");

    Said said = told.get(60, TimeUnit.SECONDS);

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out()).contains("ended   completed");
  }

  private static void published(String id) throws IOException {
    Path file = folder.resolve(id + ".jsonl");
    Files.writeString(file, Json.text(Working.trigger(id)));
    assertThat(cluster.playloop("publish", file.toString()).code()).isZero();
    assertThat(cluster.closed(id)).isTrue();
  }

  @Test
  void triggersForAnUnknownAgentAreNotPublished() throws IOException {
    Path file = folder.resolve("nobody.jsonl");
    Files.writeString(
        file, Json.text(Working.trigger("nobody-1")).replace("society/cal", "society/nobody"));

    Said said = cluster.playloop("publish", file.toString());

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("there is no agent 'society/nobody'; nothing was published");
    assertThat(said.out()).isEmpty();
  }

  @Test
  void worldEventsArePublishedToo() throws IOException {
    Path file = folder.resolve("events.jsonl");
    Files.writeString(file, Json.text(Working.trigger("beside-1")) + "\n" + WORLD_EVENT + "\n");

    Said valid = cluster.playloop("publish", "--validate-only", file.toString());
    assertThat(valid.code()).as(valid.err()).isZero();
    assertThat(valid.out().lines())
        .containsExactly(
            "valid society/cal " + Working.trigger("x").kind(), "valid society:plaza fair");
    assertThat(worldEvents()).isZero();

    assertThat(cluster.playloop("publish", file.toString()).out())
        .contains(" beside-1", "published society:plaza fair fair-1");
    assertThat(worldEvents()).isOne();
    assertThat(cluster.closed("beside-1")).isTrue();
  }

  private static final String WORLD_EVENT =
      "{\"id\":\"fair-1\",\"world\":\"society\",\"scene\":\"plaza\",\"version\":1,"
          + "\"change\":{\"type\":\"happening\",\"kind\":\"fair\",\"text\":\"It begins.\"}}";

  /// Of this test: the world tells of what agents do at any time.
  private static long worldEvents() {
    try (TopicReader reader =
        TopicReading.of(cluster.kafka(), cluster.kafka().topics().worldEvents())
            .prompt()
            .fromBeginning()) {
      return reader.toEnd().stream()
          .filter(record -> new String(record.value(), UTF_8).contains("\"fair-1\""))
          .count();
    }
  }

  @Test
  void worldEventsOfAnUnknownWorldAreNotPublished() throws IOException {
    Path file = folder.resolve("mars.jsonl");
    Files.writeString(file, WORLD_EVENT.replace("\"society\"", "\"societi\""));

    for (String[] words :
        new String[][] {
          {"publish", file.toString()}, {"publish", "--validate-only", file.toString()}
        }) {
      Said said = cluster.playloop(words);
      assertThat(said.code()).isEqualTo(2);
      assertThat(said.err())
          .contains("there is no agent in a world 'societi'", "did you mean 'society'?");
    }
  }

  @Test
  void aMisspeltAgentIsToldItsNearest() throws IOException {
    Path file = folder.resolve("misspelt.jsonl");
    Files.writeString(
        file, Json.text(Working.trigger("misspelt-1")).replace("society/cal", "society/call"));

    assertThat(cluster.playloop("publish", file.toString()).err())
        .contains("did you mean 'society/cal'?");
    assertThat(cluster.playloop("agents", "pause", "society/call").err())
        .contains("did you mean 'society/cal'?");
  }

  @Test
  void aStoryOfNothingSaysWhatToDo() {
    Said said = cluster.playloop("story", "society/cal:never");

    assertThat(said.code()).isEqualTo(1);
    assertThat(said.err()).contains("knows no run", "agents list");
  }

  @Test
  void doctorLooksAtTheCluster() {
    assertThat(cluster.playloop("doctor").out()).contains("has all topics");
  }
}
