package dev.playloop.benchmarks.jmh;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// Reading what comes from a topic, checks of text and numbers included: one record of 2 KB of each
/// kind that the loop takes.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(2)
public class EdgeBenchmark {
  private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX, 4);
  private static final String TEXT =
      "How are the prices of wheat today, at the market? ".repeat(32);

  private final byte[] trigger =
      bytes(
          """
          {"v":1,"id":"msg-1","agent":"bench/ada","kind":"chat.message","at":"2026-01-31T12:00:00Z",
           "subject":{"type":"player","id":"bob"},"text":"%s","data":{"n":1,"list":["a",2.5]},
           "replyTo":"msg-0","priority":50,"hops":0}\
          """);
  private final byte[] decision =
      bytes(
          """
          {"v":1,"turn":"bench/ada:msg-1#1","agent":"bench/ada","outcome":{"type":"answered",
           "raw":"{}","text":"%s","toolCalls":[{"id":"call_1","name":"craft",
           "arguments":"{\\"item\\":\\"gear\\"}",
           "check":{"type":"valid","args":{"item":"gear"}}}]},
           "model":"model","candidate":"candidate","usage":{"input":1000,"cached":0,"output":300,
           "reasoning":0},"costUsd":0.00123,"attempts":1,"latencyMs":1234}\
          """);
  private final byte[] result =
      bytes(
          """
          {"v":1,"action":"bench/ada:msg-1#1.1","agent":"bench/ada","status":"DONE",
           "output":{"text":"%s","gold":120,"items":[{"id":1,"price":2.5},{"id":2,"price":7}]},
           "worldVersion":17,"receipts":[]}\
          """);
  private final byte[] worldEvent =
      bytes(
          """
          {"v":1,"id":"e-1","world":"bench","scene":"market","version":17,
           "at":"2026-01-31T12:00:00Z","change":{"type":"happening","kind":"battle","text":"It begins.",
           "data":{"text":"%s","price":2.5,"list":[1,2,3]}}}\
          """);

  private static byte[] bytes(String json) {
    return json.formatted(TEXT).replace("\n", "").getBytes(StandardCharsets.UTF_8);
  }

  private static <V> V read(Topic<?, V> topic, byte[] bytes) {
    return topic.value().deserializer().deserialize(topic.name(), bytes);
  }

  @Benchmark
  public Trigger readTrigger() {
    return read(TOPICS.triggers(), trigger);
  }

  @Benchmark
  public Decision readDecision() {
    return read(TOPICS.decisions(), decision);
  }

  @Benchmark
  public ActionResult readResult() {
    return read(TOPICS.results(), result);
  }

  @Benchmark
  public WorldEvent readWorldEvent() {
    return read(TOPICS.worldEvents(), worldEvent);
  }
}
