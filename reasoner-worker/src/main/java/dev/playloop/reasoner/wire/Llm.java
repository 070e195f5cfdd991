package dev.playloop.reasoner.wire;

/// One call of one model. Called on many threads at once. What goes wrong is an answer too
/// ([LlmAnswer.Fault]); retries, money and limits are the caller's. An interrupt ends the call.
@FunctionalInterface
public interface Llm {
  LlmAnswer call(LlmRequest request) throws InterruptedException;
}
