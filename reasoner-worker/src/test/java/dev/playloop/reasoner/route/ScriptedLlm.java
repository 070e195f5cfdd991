package dev.playloop.reasoner.route;

import dev.playloop.reasoner.wire.Llm;
import dev.playloop.reasoner.wire.LlmAnswer;
import dev.playloop.reasoner.wire.LlmAnswer.Billing;
import dev.playloop.reasoner.wire.LlmAnswer.Fault;
import dev.playloop.reasoner.wire.LlmAnswer.Meta;
import dev.playloop.reasoner.wire.LlmAnswer.Said;
import dev.playloop.reasoner.wire.LlmRequest;
import dev.playloop.schemas.event.Decision.Usage;
import dev.playloop.schemas.event.LlmFailure;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Gives the answers it was told, by model; the last one again and again.
final class ScriptedLlm implements Llm {
  final List<LlmRequest> requests = new ArrayList<>();
  private final Map<String, Deque<LlmAnswer>> script = new HashMap<>();

  ScriptedLlm will(String model, LlmAnswer... answers) {
    script.put(model, new ArrayDeque<>(List.of(answers)));
    return this;
  }

  @Override
  public synchronized LlmAnswer call(LlmRequest request) {
    requests.add(request);
    Deque<LlmAnswer> answers = script.get(request.candidate().model());
    if (answers == null) {
      throw new AssertionError("no answers for " + request.candidate().model());
    }
    return answers.size() > 1 ? answers.poll() : answers.peek();
  }

  List<String> models() {
    return requests.stream().map(r -> r.candidate().model()).toList();
  }

  static Said said() {
    return said(new Usage(100, 0, 10, 0));
  }

  static Said said(@Nullable Usage usage) {
    return new Said("{}", "ok", List.of(), usage, new Meta(null, "m", List.of("stop")));
  }

  static Fault fault(LlmFailure failure) {
    return fault(failure, null);
  }

  static Fault fault(LlmFailure failure, @Nullable Instant retryAt) {
    return switch (failure) {
      case RATE_LIMIT ->
          Fault.of(failure, "slow down", Billing.NONE).status(429).retryAt(retryAt).retriable(true);
      case OVERLOADED ->
          Fault.of(failure, "boom", Billing.IN_DOUBT).status(500).retryAt(retryAt).retriable(true);
      case CONNECTION_LOST, TIMEOUT -> Fault.of(failure, "lost", Billing.IN_DOUBT).retriable(true);
      case CONTEXT_OVERFLOW, AUTH, QUOTA, BAD_REQUEST, PERMIT, NO_ROUTE, UNREADABLE ->
          Fault.of(failure, "no", Billing.NONE).status(400);
      case INVALID_BODY, ERROR_IN_200 -> Fault.of(failure, "no", Billing.IN_DOUBT).status(200);
    };
  }
}
