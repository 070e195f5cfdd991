package dev.playloop.reasoner.route;

import dev.playloop.reasoner.wire.LlmRequest;
import java.util.Arrays;

/// How many bytes of a request body make a token, per candidate. Until three answers have told, a
/// byte counts as a token, which no tokenizer exceeds; then the smallest ratio of the newest 32
/// answers, less a fifth. Thread-safe.
final class Calibration {
  private static final int ENOUGH = 3;
  private static final int WINDOW = 32;
  private static final double SAFETY = 0.8;
  private static final double TYPICAL = 4;

  /// What an image costs has nothing to do with its bytes.
  private static final long TOKENS_PER_IMAGE = 4_000;

  private final double[] ratios = new double[WINDOW];
  private int seen;

  /// An upper bound of the request's input tokens.
  long atMost(LlmRequest request) {
    return tokens(request.textBytes(), bytesPerToken()) + request.images() * TOKENS_PER_IMAGE;
  }

  /// The likely count, for comparing with a context size.
  long about(LlmRequest request) {
    double ratio = calibrated() ? bytesPerToken() : TYPICAL;
    return tokens(request.textBytes(), ratio) + request.images() * TOKENS_PER_IMAGE;
  }

  /// Learns from an answer. Requests with images tell nothing about bytes.
  synchronized void observe(LlmRequest request, long inputTokens) {
    if (inputTokens > 0 && request.images() == 0) {
      ratios[seen++ % WINDOW] = (double) request.body().length / inputTokens;
    }
  }

  private synchronized boolean calibrated() {
    return seen >= ENOUGH;
  }

  private synchronized double bytesPerToken() {
    if (seen < ENOUGH) {
      return 1;
    }
    double least = Arrays.stream(ratios, 0, Math.min(seen, WINDOW)).min().orElse(1);
    return Math.max(1, least * SAFETY);
  }

  private static long tokens(long bytes, double bytesPerToken) {
    return (long) Math.ceil(bytes / bytesPerToken);
  }
}
