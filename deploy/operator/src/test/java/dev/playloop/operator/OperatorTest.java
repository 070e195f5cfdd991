package dev.playloop.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicAdmin;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.operator.gateway.FakeGateway;
import dev.playloop.operator.gateway.GatewayAddress;
import dev.playloop.operator.gateway.GatewayAnswer;
import dev.playloop.operator.gateway.GatewayClient;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.config.EventLine;
import dev.playloop.schemas.config.TriggerLine;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.AgentConfig.Instructions;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What came of each verb is a value, and what names nobody writes nothing.
@NeedsInfra
final class OperatorTest {
  private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");
  private static final AgentId ADA = new AgentId("tally/ada");
  private static final AgentId IDA = new AgentId("tally/ide");

  private KafkaSettings kafka;
  private Operator operator;

  @BeforeEach
  void open(TestInfra infra) {
    Topics topics = new Topics("operated-" + UUID.randomUUID() + ".", 2);
    kafka = KafkaSettings.of(infra.bootstrapServers(), topics);
    operator = new Operator(kafka, "kim", InstantSource.fixed(NOW));
  }

  @Test
  void topicsAreToldAsTheyAreAndMadeOnce() throws InterruptedException {
    assertThat(operator.topics(List.of("tally"))).noneMatch(TopicAdmin.State::exists);

    List<String> created = operator.createTopics(List.of("tally"));

    assertThat(created).hasSize(operator.topics(List.of("tally")).size());
    assertThat(operator.topics(List.of("tally"))).allMatch(TopicAdmin.State::matches);
    assertThat(operator.createTopics(List.of("tally"))).isEmpty();
  }

  @Test
  void anAgentIsAppliedPausedResumedAndDeleted() throws InterruptedException, IOException {
    operator.createTopics(List.of("tally"));

    assertThat(operator.apply(List.of(config(ADA)))).containsExactly(ADA);
    assertThat(operator.agents()).containsOnlyKeys(ADA);
    try (FakeGateway gateway = FakeGateway.start();
        GatewayClient client = GatewayClient.of(new GatewayAddress(gateway.address(), "t0ken"))) {
      assertThat(operator.pause(ADA, client)).isEqualTo(new AgentAnswer.Done(ADA));
      assertThat(operator.resume(ADA, client)).isEqualTo(new AgentAnswer.Done(ADA));
      gateway.answers(403, "{\"detail\":\"needs control\"}");
      assertThat(operator.pause(ADA, client))
          .isEqualTo(new AgentAnswer.Refused(ADA, new GatewayAnswer.Forbidden("needs control")));
      assertThat(operator.pause(IDA, client))
          .isEqualTo(new AgentAnswer.NoSuchAgent(IDA, "tally/ada"));
      assertThat(gateway.heard()).hasSize(3);
    }
    assertThat(count(kafka.topics().controls())).as("the gateway alone writes them").isZero();
    assertThat(operator.delete(ADA)).isEqualTo(new AgentAnswer.Done(ADA));
    assertThat(operator.agents()).isEmpty();
  }

  @Test
  void whoNamesNobodyIsToldWhomAndNothingIsWritten() throws InterruptedException {
    operator.createTopics(List.of("tally"));
    operator.apply(List.of(config(ADA)));

    assertThat(operator.delete(IDA)).isEqualTo(new AgentAnswer.NoSuchAgent(IDA, "tally/ada"));
    assertThat(operator.halt(HaltScope.world("tali"), null))
        .isEqualTo(new HaltAnswer.NobodyThere(HaltScope.world("tali"), "tally"));

    assertThat(count(kafka.topics().controls())).isZero();
    assertThat(count(kafka.topics().halts())).isZero();
    assertThat(operator.agents()).containsOnlyKeys(ADA);
  }

  @Test
  void eventsArePublishedInTheirOrderAndToldAsTheyAre() throws InterruptedException {
    operator.createTopics(List.of("tally"));
    operator.apply(List.of(config(ADA)));
    List<EventLine> events =
        List.of(line("t1", ADA), change("e1", "tally"), line(null, ADA), change("e2", "tally"));
    List<PublishAnswer.Accepted> told = new ArrayList<>();

    PublishAnswer answer = operator.publish(events, told::add);

    assertThat(answer).isEqualTo(new PublishAnswer.Published(told));
    assertThat(told).extracting(PublishAnswer.Accepted::event).isEqualTo(events);
    assertThat(told).extracting(PublishAnswer.Accepted::id).startsWith("t1", "e1").endsWith("e2");
    assertThat(told.get(2).id())
        .as("the id that its place gives")
        .matches(Pattern.quote(kafka.topics().triggers().name()) + "-[01]-1");
    assertThat(count(kafka.topics().triggers())).isEqualTo(2);
    assertThat(count(kafka.topics().worldEvents())).isEqualTo(2);
  }

  @Test
  void oneEventForNobodyLeavesAllUnwritten() throws InterruptedException {
    operator.createTopics(List.of("tally"));
    operator.apply(List.of(config(ADA)));
    AgentId far = new AgentId("society/wilhelmina");

    assertThat(operator.publish(List.of(line("t1", ADA), line("t2", IDA)), _ -> {}))
        .isEqualTo(new PublishAnswer.NoSuchAgent(IDA, "tally/ada"));
    assertThat(operator.publish(List.of(line("t3", far)), _ -> {}))
        .isEqualTo(new PublishAnswer.NoSuchAgent(far, null));
    assertThat(operator.publish(List.of(line("t4", ADA), change("e1", "taly")), _ -> {}))
        .isEqualTo(new PublishAnswer.NoSuchWorld("taly", "tally"));

    assertThat(count(kafka.topics().triggers())).isZero();
    assertThat(count(kafka.topics().worldEvents())).isZero();
  }

  @Test
  void whatIsOnlyValidatedIsNotWritten() throws InterruptedException {
    operator.createTopics(List.of("tally"));
    operator.apply(List.of(config(ADA)));
    List<EventLine> events = List.of(line("t1", ADA), change("e1", "tally"));

    assertThat(operator.validate(events)).isEqualTo(new PublishAnswer.Valid(events));
    assertThat(operator.validate(List.of(change("e2", "society"))))
        .isEqualTo(new PublishAnswer.NoSuchWorld("society", null));

    assertThat(count(kafka.topics().triggers())).isZero();
    assertThat(count(kafka.topics().worldEvents())).isZero();
  }

  /// Before the first is sent, so that none is.
  @Test
  void oneEventThatIsTooLargeLeavesAllUnwritten() throws InterruptedException {
    operator.createTopics(List.of("tally"));
    operator.apply(List.of(config(ADA)));
    TriggerLine large =
        new TriggerLine(trigger("t2", ADA).data(Json.NODES.stringNode("x".repeat(66_000))), null);

    assertThatThrownBy(() -> operator.publish(List.of(line("t1", ADA), large), _ -> {}))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("at most 65536 bytes");

    assertThat(count(kafka.topics().triggers())).isZero();
  }

  private static TriggerLine line(@Nullable String id, AgentId agent) {
    return new TriggerLine(trigger(id, agent), null);
  }

  private static EventLine.OfWorld change(String id, String world) {
    WorldEvent.Change gone = new WorldEvent.EntityRemoved("bob");
    return new EventLine.OfWorld(
        WorldEvent.of(id, world, new SceneId("map"), NOW, gone).version(1));
  }

  @Test
  void aHaltIsTakenBackAloneAndOnce() throws InterruptedException {
    operator.createTopics(List.of("tally"));
    operator.apply(List.of(config(ADA)));
    Halt world = new Halt(Halt.VERSION, HaltScope.world("tally"), "kim", NOW, "lunch");
    Halt all = new Halt(Halt.VERSION, HaltScope.ALL, "kim", NOW, null);

    assertThat(operator.halt(world.scope(), "lunch")).isEqualTo(new HaltAnswer.Halted(world));
    assertThat(operator.halt(HaltScope.ALL, null)).isEqualTo(new HaltAnswer.Halted(all));

    assertThat(operator.resume(world.scope()))
        .isEqualTo(new ResumeAnswer.Resumed(world, List.of(all)));
    assertThat(operator.resume(world.scope()))
        .isEqualTo(new ResumeAnswer.NotHalted(world.scope(), List.of(all)));
    assertThat(operator.halts()).containsOnlyKeys(HaltScope.ALL);
  }

  private static Trigger trigger(@Nullable String id, AgentId agent) {
    return Trigger.of(id, agent, "chat.message").at(NOW).text("Hello");
  }

  private static AgentConfig config(AgentId agent) {
    return AgentConfig.of(agent, agent.name(), new Instructions("You count.", "", List.of()));
  }

  private int count(Topic<?, ?> topic) {
    try (TopicReader reader = TopicReading.of(kafka, topic).prompt().fromBeginning()) {
      return reader.toEnd().size();
    }
  }
}
