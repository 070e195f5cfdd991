package dev.playloop.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/// What a caller gets.
public sealed interface EdgeAnswer {
  /// A status and a body, which may be empty.
  @SuppressWarnings("ArrayRecordComponent") // compared nowhere
  record Full(int status, String type, byte[] body, Map<String, String> headers)
      implements EdgeAnswer {
    public Full {
      headers = Map.copyOf(headers);
    }
  }

  /// A status 200 whose body comes bit by bit, for as long as [Body#writeTo] takes; the connection
  /// ends with it.
  record Streamed(String type, Body body) implements EdgeAnswer {}

  /// Writes an answer that has no known end. Called once, on the virtual thread of its request.
  @FunctionalInterface
  interface Body {
    /// What it throws ends the connection.
    void writeTo(Sink sink) throws IOException, InterruptedException;
  }

  /// Where a streamed answer goes.
  @FunctionalInterface
  interface Sink {
    /// Returns when the bytes are on their way; until then nothing else is held. Throws IOException
    /// where the reader is gone, or has read nothing for [EdgeLimits#headTime].
    void write(byte[] bytes) throws IOException;
  }

  /// The connection ends without a word.
  record Hangup() implements EdgeAnswer {}

  static Full of(int status, String type, byte[] body) {
    return new Full(status, type, body, Map.of());
  }

  static Full text(int status, String text) {
    return of(status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
  }

  static Full json(int status, byte[] json) {
    return of(status, "application/json", json);
  }

  /// Says when to come again where that is what the caller should do.
  static Full problem(Problem problem) {
    Map<String, String> headers = new HashMap<>();
    switch (problem.status()) {
      case 401 -> headers.put("WWW-Authenticate", "Bearer");
      case 429 -> headers.put("Retry-After", "1");
      case 503 -> headers.put("Retry-After", "2");
      default -> {
        // Coming again does not help.
      }
    }
    return new Full(problem.status(), Problem.MEDIA_TYPE, problem.json(), headers);
  }
}
