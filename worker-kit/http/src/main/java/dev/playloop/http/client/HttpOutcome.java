package dev.playloop.http.client;

import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What became of one request.
public sealed interface HttpOutcome {

  /// A whole response, of whatever status.
  ///
  /// @param headers by name in lower case, the first of each
  @SuppressWarnings("ArrayRecordComponent") // compared nowhere
  record Answered(int status, Map<String, String> headers, byte[] body) implements HttpOutcome {
    public @Nullable String header(String name) {
      return headers.get(name);
    }
  }

  /// A response whose body is longer than what is read.
  record TooLong(int status) implements HttpOutcome {}

  /// Time was over while the server had the request, or a part of it.
  ///
  /// @param begun whether the head of a response had come
  record Late(boolean begun) implements HttpOutcome {}

  /// The connection ended, or what came is no HTTP; the server had the request, or a part of it.
  ///
  /// @param begun whether the head of a response had come
  record Broken(IOException cause, boolean begun) implements HttpOutcome {}

  /// No byte of the request has left: the server can't have it.
  record NotSent(IOException cause) implements HttpOutcome {}
}
