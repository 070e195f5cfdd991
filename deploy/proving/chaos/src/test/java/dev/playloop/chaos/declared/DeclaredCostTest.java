package dev.playloop.chaos.declared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.chaos.world.ChaosWorlds;
import dev.playloop.chaos.world.Tally;
import dev.playloop.chaos.world.VaultWorld;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.launcher.AllSettings;
import dev.playloop.launcher.LocalOptions;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.operator.Operator;
import dev.playloop.rehearsal.Rehearsal;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.EmbeddedOnly;
import dev.playloop.worlds.declared.model.DeclaredWorld;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What worlds cost that are data. The numbers are printed and not asserted.
@Tag("slow")
@EmbeddedOnly("it measures a system of its own")
class DeclaredCostTest {
  private static final int MANY = 100;
  private static final int CALLS = 20_000;

  @TempDir private Path folder;

  /// Each world has been acted in once when it is measured.
  @Test
  void theMemoryOfOneAndOfAHundredWorlds() throws Exception {
    LocalOptions options =
        LocalOptions.of(AllSettings.read(Map.of(), null))
            .withData(folder)
            .withRehearsal(Rehearsal.parse("rules", "rules: [{name: done, say: Done.}]"))
            .withWorlds(List.of(WorldDeclaration.SHARED));
    try (ManyGames games = ManyGames.open();
        LocalSystem system = LocalSystem.start(options);
        TopicReader results =
            TopicReading.of(system.kafka(), system.kafka().topics().results())
                .strict()
                .prompt()
                .fromBeginning()) {
      AtomicInteger told = new AtomicInteger();
      play(system.kafka(), games, List.of("well0"));
      long one = used(results, told, 1);
      play(system.kafka(), games, IntStream.range(1, MANY).mapToObj(i -> "well" + i).toList());
      long all = used(results, told, MANY);
      System.out.printf(
          "heap in use with 1 declared world %.1f MB, with %d %.1f MB: %.3f times%n",
          one / 1e6, MANY, all / 1e6, (double) all / one);
      assertThat(told.get()).isEqualTo(MANY);
    }
  }

  private static long used(TopicReader results, AtomicInteger told, int count) {
    Await.until(
        count + " results",
        () -> told.addAndGet(results.poll(Duration.ofMillis(100)).size()) >= count);
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    for (int i = 0; i < 3; i++) { // what the first lets go is gone with the next
      memory.gc();
    }
    return memory.getHeapMemoryUsage().getUsed();
  }

  private static void play(KafkaSettings kafka, ManyGames games, List<String> worlds)
      throws Exception {
    Operator operator = new Operator(kafka, "test", Clock.systemUTC());
    operator.declare(
        ChaosWorlds.declared(
                worlds.stream().map(world -> Tally.at(world, games.url(world))).toList())
            .records());
    Topic<Lane, Action> topic = kafka.topics().actions(WorldDeclaration.SHARED);
    try (KafkaProducer<Lane, Action> producer =
        new KafkaProducer<>(
            kafka.with(Map.of()), topic.key().serializer(), topic.value().serializer())) {
      for (String world : worlds) {
        AgentId agent = AgentId.of(world, "ada");
        Action action =
            Action.of(
                    new ActionId(agent + ":call#1.1"),
                    agent,
                    "ada",
                    VaultWorld.DEPOSIT,
                    Json.NODES.objectNode().put("amount", 1))
                .effect(Effect.WRITE)
                .notAfter(Instant.now().plusSeconds(120));
        producer.send(new ProducerRecord<>(topic.name(), action.lane(), action)).get();
      }
    }
  }

  @Test
  void whatACheckedCallCostsMoreThanOneOfABuiltInTool() {
    ToolSpec<?> declared =
        Objects.requireNonNull(
            DeclaredWorld.of(Tally.at("tally", "http://127.0.0.1:1"))
                .tools()
                .find(VaultWorld.DEPOSIT));
    ToolSpec<?> own = Objects.requireNonNull(new VaultWorld().tools().find(VaultWorld.DEPOSIT));
    for (String arguments : List.of("{\"amount\": 7}", "{\"amount\": \"much\", \"to\": \"me\"}")) {
      var _ = micros(own, arguments); // warm
      var _ = micros(declared, arguments);
      double before = micros(own, arguments);
      double after = micros(declared, arguments);
      System.out.printf(
          "%s: %s, built-in %.2f us, declared %.2f us, %.4f ms more%n",
          arguments,
          declared.check(arguments) instanceof ToolCall.Valid ? "fits" : "taught",
          before,
          after,
          (after - before) / 1_000);
      assertThat(declared.check(arguments).getClass()).isEqualTo(own.check(arguments).getClass());
    }
  }

  /// Of this thread's processor time, a call.
  private static double micros(ToolSpec<?> tool, String arguments) {
    var threads = ManagementFactory.getThreadMXBean();
    long began = threads.getCurrentThreadCpuTime();
    int valid = 0;
    for (int i = 0; i < CALLS; i++) {
      valid += tool.check(arguments) instanceof ToolCall.Valid ? 1 : 0;
    }
    assertThat(valid).isIn(0, CALLS);
    return (threads.getCurrentThreadCpuTime() - began) / 1_000.0 / CALLS;
  }
}
