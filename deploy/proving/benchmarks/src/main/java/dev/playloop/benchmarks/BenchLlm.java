package dev.playloop.benchmarks;

import dev.playloop.reasoner.wire.Llm;
import dev.playloop.reasoner.wire.LlmAnswer;
import dev.playloop.reasoner.wire.LlmRequest;
import dev.playloop.schemas.event.Decision.Usage;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Part;
import dev.playloop.schemas.event.Turn;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// The model in this process. Thread-safe.
final class BenchLlm implements Llm {
  private final Duration latency;
  private final AtomicLong firstCallNanos = new AtomicLong();

  BenchLlm(Duration latency) {
    this.latency = latency;
  }

  /// When the first call began, by [System#nanoTime]; 0 before.
  long firstCallNanos() {
    return firstCallNanos.get();
  }

  @Override
  public LlmAnswer call(LlmRequest request) throws InterruptedException {
    firstCallNanos.compareAndSet(0, System.nanoTime());
    if (!latency.isZero()) {
      Thread.sleep(latency);
    }
    int done = 0;
    int wanted = 0;
    for (Message message : request.prompt().messages()) {
      switch (message) {
        case Message.ToolOutput _ -> done++;
        case Message.User user -> wanted = Math.max(wanted, wanted(user));
        case Message.Assistant _, Message.SystemText _ -> {}
      }
    }
    return said(done + 1, wanted);
  }

  /// A turn that asks for one answer, for a reasoner without a loop.
  static Turn.Body prompt() {
    return new Turn.Body(List.of(), List.of(Message.User.text(BenchModel.triggerText(1))));
  }

  private static int wanted(Message.User user) {
    int wanted = 0;
    for (Part part : user.parts()) {
      if (part instanceof Part.Text text) {
        wanted = Math.max(wanted, BenchModel.wanted(text.text()));
      }
    }
    return wanted;
  }

  private static LlmAnswer said(int turn, int turns) {
    List<LlmAnswer.RawCall> calls =
        BenchModel.calls(turn, turns).stream()
            .map(call -> new LlmAnswer.RawCall(call.id(), call.name(), call.arguments()))
            .toList();
    return new LlmAnswer.Said(
        BenchModel.message(turn, turns).toString(),
        BenchModel.text(),
        calls,
        new Usage(1000, 0, 300, 0),
        new LlmAnswer.Meta("chatcmpl-bench", "bench", List.of("tool_calls")));
  }
}
