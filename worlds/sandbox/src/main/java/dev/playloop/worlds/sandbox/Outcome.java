package dev.playloop.worlds.sandbox;

import java.util.Locale;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/// How a run ended. Whatever the code does, one of these two comes back.
public sealed interface Outcome {
  /// CPU that the code's thread has used, in milliseconds, rounded up. Of a child that was killed:
  /// of its whole process.
  long cpuMillis();

  /// What the entry function returned. What JSON can't hold (a function, a symbol, a ring) is its
  /// text; `undefined` is null.
  record Returned(JsonNode value, long cpuMillis) implements Outcome {
    public Returned {
      Objects.requireNonNull(value, "value");
    }
  }

  /// The code did not end well.
  ///
  /// @param message for the agent: at most [#MAX_MESSAGE] characters, without control characters.
  ///   May hold text of the code's author
  record Failed(Code code, String message, long cpuMillis) implements Outcome {
    public static final int MAX_MESSAGE = 1_000;

    public Failed {
      Objects.requireNonNull(code, "code");
      message = GuestText.plain(message, MAX_MESSAGE);
    }
  }

  /// Why code failed, in words that its author understands.
  enum Code {
    /// Out of time, or out of statements.
    TIMEOUT,
    /// It threw, or used up its memory, its output or its calls to the host.
    RUNTIME_ERROR,
    /// It does not parse, or does not define its entry function.
    SYNTAX_ERROR,
    /// Its language is not installed here.
    INVALID_TYPE;

    /// As agents see it: `runtime_error`.
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
