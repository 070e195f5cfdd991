package dev.playloop.rehearsal;

import dev.playloop.reasoner.wire.Llm;
import dev.playloop.reasoner.wire.LlmAnswer;
import dev.playloop.reasoner.wire.LlmAnswer.Billing;
import dev.playloop.reasoner.wire.LlmAnswer.Fault;
import dev.playloop.reasoner.wire.LlmAnswer.Meta;
import dev.playloop.reasoner.wire.LlmAnswer.RawCall;
import dev.playloop.reasoner.wire.LlmAnswer.Said;
import dev.playloop.reasoner.wire.LlmRequest;
import dev.playloop.schemas.event.LlmFailure;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The rehearsal model in process: what its server says is held against it. Thread-safe.
final class RehearsalLlm implements Llm {
  private final RehearsalModel model;
  private final InstantSource clock;

  RehearsalLlm(Rehearsal rehearsal, InstantSource clock) {
    this.model = new RehearsalModel(rehearsal);
    this.clock = clock;
  }

  @Override
  public LlmAnswer call(LlmRequest request) throws InterruptedException {
    return switch (model.answer(request.prompt().messages(), request.hash())) {
      case Rehearsed.Says says -> said(says, request);
      case Rehearsed.Refuses refuses -> fault(refuses);
      case Rehearsed.Breaks _ ->
          Fault.of(LlmFailure.INVALID_BODY, "rehearsed half body", Billing.IN_DOUBT).status(200);
      case Rehearsed.Hangs(Duration length) -> hang(length, request.candidate().timeoutOrDefault());
    };
  }

  private static Said said(Rehearsed.Says says, LlmRequest request) {
    ObjectNode message = RehearsalWire.message(says);
    return new Said(
        message.toString(),
        says.text(),
        says.calls().stream().map(c -> new RawCall(c.id(), c.tool(), c.arguments())).toList(),
        RehearsalWire.usage(request.body().length, message),
        new Meta(
            "chatcmpl-" + request.hash().substring(0, 24),
            request.candidate().model(),
            List.of(RehearsalWire.finishReason(says))));
  }

  private Fault fault(Rehearsed.Refuses refuses) {
    LlmFailure failure =
        switch (refuses.status()) {
          case 429 -> LlmFailure.RATE_LIMIT;
          case 400 ->
              refuses.type().equals("context_length_exceeded")
                  ? LlmFailure.CONTEXT_OVERFLOW
                  : LlmFailure.BAD_REQUEST;
          default -> LlmFailure.OVERLOADED;
        };
    Integer seconds = refuses.retryAfterSeconds();
    @Nullable Instant retryAt = seconds == null ? null : clock.instant().plusSeconds(seconds);
    return Fault.of(
            failure, refuses.message(), refuses.status() < 500 ? Billing.NONE : Billing.IN_DOUBT)
        .status(refuses.status())
        .retryAt(retryAt)
        .retriable(refuses.status() != 400);
  }

  private static Fault hang(Duration length, Duration timeout) throws InterruptedException {
    boolean timedOut = length.compareTo(timeout) > 0;
    // Nobody counts down: this waits, and ends at once when interrupted.
    boolean _ =
        new CountDownLatch(1)
            .await((timedOut ? timeout : length).toMillis(), TimeUnit.MILLISECONDS);
    return timedOut
        ? Fault.of(LlmFailure.TIMEOUT, "rehearsed hang", Billing.IN_DOUBT).retriable(true)
        : Fault.of(LlmFailure.OVERLOADED, "rehearsed hang, then overload", Billing.IN_DOUBT)
            .status(503)
            .retriable(true);
  }
}
