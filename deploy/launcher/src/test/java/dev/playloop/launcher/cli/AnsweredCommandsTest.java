package dev.playloop.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.launcher.Working;
import dev.playloop.operator.approval.Became;
import dev.playloop.operator.approval.Waits;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.ApprovalEvent.How;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A person answers from the command line, from the question to what the world says afterwards.
@NeedsInfra
class AnsweredCommandsTest {
  private static final String AGENTS =
      """
      - agent: society/cal
        actor: cal
        enabled: true
        instructions: {identity: Cal.}
        boundaries: {"*": {tools: [do_work]}}
        approvals:
          - name: jobs
            tools: [do_work]
            allow: [approve, deny, edit, withdraw]
      """;

  @TempDir private static Path folder;

  private static RunningCluster cluster;

  @BeforeAll
  static void start(TestInfra infra) throws InterruptedException, IOException {
    cluster = RunningCluster.start(infra, folder);
    cluster.seed("update users set energy = 100 where id = 'cal'");
    Path agents = folder.resolve("asking.yaml");
    Files.writeString(agents, AGENTS);
    assertThat(cluster.playloop("agents", "apply", agents.toString()).err()).isEmpty();
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void anApprovedWriteIsDoneAndADeniedOneIsNot() throws IOException {
    int before = cluster.gold();
    Waits.Asked first = asked("approved-1");
    assertThat(cluster.playloop("approvals", "list").out())
        .contains(first.id() + "  society/cal  do_work {\"jobType\":\"farming\"}")
        .contains("rule jobs, for anybody with a role, 1 person missing, expires in 23 h");
    assertThat(cluster.playloop("approvals", "show", first.id().substring(0, 10)).out())
        .contains("society/cal asks whether it may do_work", "jobType: \"farming\"", "nobody yet");
    assertThat(cluster.playloop("agents", "status", "society/cal").out())
        .contains("waits for a person on do_work, 1 person missing, since", first.id());

    Said approved = cluster.playloop("approvals", "approve", first.id(), "--reason", "go");

    assertThat(approved.out()).as(approved.err()).isEqualTo("approved and released\n");
    assertThat(approved.code()).isZero();
    assertThat(cluster.closed("approved-1")).isTrue();
    assertThat(cluster.gold()).isEqualTo(before + 30);
    Said again = cluster.playloop("approvals", "approve", first.id());
    assertThat(again.code()).isEqualTo(2);
    assertThat(again.err()).contains("nothing that waits is called '" + first.id() + "'");

    Waits.Asked second = asked("denied-1");
    Said denied = cluster.playloop("approvals", "deny", second.id(), "--reason", "not today");

    assertThat(denied.out()).as(denied.err()).isEqualTo("denied; the model is told why\n");
    assertThat(cluster.closed("denied-1")).isTrue();
    assertThat(cluster.gold()).isEqualTo(before + 30);
    assertThat(cluster.playloop("story", "society/cal:denied-1").out())
        .contains("asked   for a person's word on do_work")
        .contains(" denies society/cal:denied-1#1.1: not today");
    assertThat(cluster.playloop("approvals", "list").out()).contains("nothing waits");
  }

  @Test
  void anEditedWriteIsDoneAsItWasEditedAndOneThatDoesNotFitIsNone() throws IOException {
    Waits.Asked asked = asked("edited-1");
    Said unfit =
        cluster.playloop("approvals", "edit", asked.id(), "--args", "{\"job\":\"mining\"}");
    assertThat(unfit.code()).isEqualTo(2);
    assertThat(unfit.err()).contains("the gateway can't take it", "jobType");

    Said edited =
        cluster.playloop("approvals", "edit", asked.id(), "--set", "jobType=mining", "--json");

    assertThat(edited.code()).as(edited.err()).isZero();
    assertThat(Printed.errors("became", edited.out())).isEmpty();
    assertThat(Json.read(edited.out(), Became.class))
        .isInstanceOfSatisfying(
            Became.Journaled.class,
            told ->
                assertThat(told.event())
                    .isInstanceOfSatisfying(
                        ApprovalEvent.Ended.class,
                        end -> assertThat(end.how()).isEqualTo(How.EDITED)));
    assertThat(cluster.closed("edited-1")).isTrue();
    assertThat(cluster.playloop("story", "society/cal:edited-1").out())
        .contains("{\"jobType\":\"mining\"}");
  }

  @Test
  void whoHasNotTheRightIsToldWhichAndWhoIsRevokedIsNobody() throws IOException {
    Said added = cluster.playloop("principals", "add", "gus", "--scope", "read:society", "--json");
    String token = Json.tree(added.out()).path("token").asString();
    assertThat(token).hasSize(48);
    Path gus = cluster.configOf(folder, "gus", token);
    Said refused =
        Await.until(
            () -> Said.playloop("agents", "pause", "society/cal", "--config", gus.toString()),
            said -> !said.err().contains("does not know you")); // who was added a moment ago

    assertThat(refused.code()).isEqualTo(3);
    assertThat(refused.err()).contains("you may not say that", "control", "principals list");
    assertThat(cluster.playloop("principals", "list").out())
        .contains("gus", "person   read:society");
    String line =
        cluster.playloop("principals", "list", "--json").out().lines().findFirst().orElse("");
    assertThat(Printed.errors("principal", line)).isEmpty();
    assertThat(Json.read(line, Principal.class).scopes()).isNotEmpty();

    assertThat(cluster.playloop("principals", "revoke", "gus").out()).contains("revoked ");
    Said gone =
        Await.until(
            () -> Said.playloop("agents", "pause", "society/cal", "--config", gus.toString()),
            said -> said.err().contains("does not know you"));
    assertThat(gone.code()).isEqualTo(3);
    assertThat(gone.err()).contains("PLAYLOOP_TOKEN");
  }

  @Test
  void aGrantPaysForWhatItsPatternSaysAndIsRevoked() throws IOException {
    Said wrong =
        cluster.playloop(
            "approvals",
            "grant",
            "society/cal",
            "--rule",
            "job",
            "--pattern",
            "{}",
            "--uses",
            "1",
            "--until",
            "PT1H");
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err())
        .contains("no rule of society/cal is called 'job'", "did you mean 'jobs'?");

    Said granted =
        cluster.playloop(
            "approvals",
            "grant",
            "society/cal",
            "--rule",
            "jobs",
            "--pattern",
            "{}",
            "--uses",
            "2",
            "--until",
            "PT1H");
    assertThat(granted.out()).as(granted.err()).contains("granted: g", "2 uses");
    publish("granted-1");
    assertThat(cluster.closed("granted-1")).isTrue();
    Waits.Granted grant =
        (Waits.Granted)
            Await.until(
                    AnsweredCommandsTest::waits,
                    all ->
                        all.stream()
                            .anyMatch(
                                one -> one instanceof Waits.Granted g && g.grant().left() == 1))
                .stream()
                .filter(Waits.Granted.class::isInstance)
                .findFirst()
                .orElseThrow();

    assertThat(cluster.playloop("approvals", "revoke", "society/cal", grant.id()).out())
        .isEqualTo("the grant is revoked\n");
    assertThat(cluster.playloop("approvals", "revoke", "society/cal", grant.id()).code())
        .as("there is none any more")
        .isEqualTo(1);
  }

  /// The question that this trigger leads to.
  private static Waits.Asked asked(String trigger) throws IOException {
    publish(trigger);
    return (Waits.Asked)
        Await.until(
                AnsweredCommandsTest::waits,
                all -> all.stream().anyMatch(one -> isOf(one, trigger)))
            .stream()
            .filter(one -> isOf(one, trigger))
            .findFirst()
            .orElseThrow();
  }

  private static boolean isOf(Waits one, String trigger) {
    return one instanceof Waits.Asked asked && asked.ask().action().run().trigger().equals(trigger);
  }

  private static List<Waits> waits() {
    String lines = cluster.playloop("approvals", "list", "--json").out();
    assertThat(lines.lines())
        .allSatisfy(line -> assertThat(Printed.errors("waits", line)).as(line).isEmpty());
    return lines.lines().map(line -> Json.read(line, Waits.class)).toList();
  }

  private static void publish(String id) throws IOException {
    Path file = folder.resolve(id + ".jsonl");
    Files.writeString(file, Json.text(Working.trigger(id)));
    assertThat(cluster.playloop("publish", file.toString()).code()).isZero();
  }
}
