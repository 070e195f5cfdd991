package dev.playloop.worlds.sandbox.child;

import java.io.Serial;

/// A language in the child. Lives on the child's main thread, keeps its engine and no context.
interface Guest {
  /// Runs the code in a fresh context.
  ///
  /// @return the result as JSON
  /// @throws GuestFailure however the code fails
  String run(Frame run, Host host) throws GuestFailure;

  /// A script that runs through most of what scripts do: a call to the host that is refused, and
  /// caught.
  String example();

  /// Asks the parent; `args` and the answer are JSON. The answer is `[true, value]` or `[false,
  /// code, message]`.
  interface Host {
    String ask(String name, String args);
  }

  /// The code failed, in the words of the parent's outcome.
  final class GuestFailure extends Exception {
    @Serial private static final long serialVersionUID = 1L;

    /// What it was.
    enum Kind {
      TIMEOUT,
      RUNTIME_ERROR,
      SYNTAX_ERROR
    }

    private static final int MAX_TEXT = 2_000;

    private final Kind kind;
    private final String text;

    GuestFailure(Kind kind, String text) {
      super(kind.name(), null, false, false);
      this.kind = kind;
      // Guests throw whole books; the parent takes a page.
      this.text = text.substring(0, Math.min(text.length(), MAX_TEXT));
    }

    Kind kind() {
      return kind;
    }

    String text() {
      return text;
    }
  }
}
