package dev.playloop.benchmarks.jmh;

import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
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

/// Writing and reading the records that a turn puts on the log: a small trigger, and a decision
/// with one tool call and about 2 KB of text.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class SerialisationBenchmark {
  private static final AgentId ADA = AgentId.of("bench", "ada");

  private final Trigger trigger =
      Trigger.of("msg-1", ADA, "chat.message")
          .at(Instant.EPOCH)
          .subject(new Trigger.Subject("player", "bob"))
          .text("Hello there, how is the market today?")
          .replyTo("msg-1");
  private final Decision decision =
      Decision.of(
              RunId.of(ADA, "msg-1").turn(1),
              ADA,
              new Decision.Answered(
                  "{\"role\":\"assistant\",\"content\":\"" + "thinking ".repeat(100) + "\"}",
                  "thinking ".repeat(100),
                  List.of(
                      new ToolCall(
                          "call_1",
                          "craft",
                          "{\"item\":\"gear\"}",
                          new ToolCall.Valid(Json.NODES.objectNode().put("item", "gear"))))))
          .by("model", "candidate")
          .spent(new Decision.Usage(1_000, 0, 300, 0), new BigDecimal("0.00123"))
          .took(1, 1_234)
          .requestHash("0".repeat(64));
  private final byte[] triggerBytes = Json.bytes(trigger);
  private final byte[] decisionBytes = Json.bytes(decision);

  @Benchmark
  public byte[] writeTrigger() {
    return Json.bytes(trigger);
  }

  @Benchmark
  public Trigger readTrigger() {
    return Json.read(triggerBytes, Trigger.class);
  }

  @Benchmark
  public byte[] writeDecision() {
    return Json.bytes(decision);
  }

  @Benchmark
  public Decision readDecision() {
    return Json.read(decisionBytes, Decision.class);
  }
}
