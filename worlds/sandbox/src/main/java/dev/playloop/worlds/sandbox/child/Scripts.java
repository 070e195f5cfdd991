package dev.playloop.worlds.sandbox.child;

import dev.playloop.worlds.sandbox.child.Guest.GuestFailure;
import dev.playloop.worlds.sandbox.child.Guest.GuestFailure.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serial;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.SourceSection;
import org.graalvm.polyglot.Value;

/// The texts that a guest of one language runs, and what it says where they fail. Keeps the newest
/// scripts, so that a script's next call finds its syntax tree.
final class Scripts {
  private static final int MAX_SOURCES = 32;
  private static final int MAX_MESSAGE = 900;

  private final String language;
  private final String artifact;
  private final Map<String, Source> sources =
      new LinkedHashMap<>(MAX_SOURCES, 0.75f, true) {
        @Serial private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Source> eldest) {
          return size() > MAX_SOURCES;
        }
      };

  /// @param artifact what the guest's own code is called
  Scripts(String language, String artifact) {
    this.language = language;
    this.artifact = artifact;
  }

  private Source of(String code) {
    return sources.computeIfAbsent(
        code, text -> Source.newBuilder(language, text, artifact).cached(true).buildLiteral());
  }

  /// Our own code, which lies beside this class.
  Source prelude(String name) {
    try (InputStream in = Scripts.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing beside " + Scripts.class);
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Source.newBuilder(language, text, name).buildLiteral();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /// Runs the script's top level, which defines the function to be called, and finds that one.
  Value entry(Context context, Frame run) throws GuestFailure {
    Source source = of(run.get(Frame.CODE));
    try {
      context.parse(source);
    } catch (PolyglotException failure) {
      throw failure.isSyntaxError()
          ? new GuestFailure(Kind.SYNTAX_ERROR, String.valueOf(failure.getMessage()))
          : describe(failure, run);
    }
    context.eval(source);
    Value entry = context.getBindings(language).getMember(run.get(Frame.ENTRY));
    if (entry == null || !entry.canExecute()) {
      throw noEntry(run);
    }
    return entry;
  }

  GuestFailure describe(PolyglotException failure, Frame run) {
    if (failure.isResourceExhausted() || failure.isCancelled()) {
      return tooManyStatements(run);
    }
    if (failure.isInternalError()) {
      return new GuestFailure(Kind.RUNTIME_ERROR, "the engine failed: " + failure.getMessage());
    }
    return new GuestFailure(Kind.RUNTIME_ERROR, located(failure));
  }

  static GuestFailure tooManyStatements(Frame run) {
    return new GuestFailure(
        Kind.TIMEOUT, "it used more than " + run.number(Frame.STATEMENTS) + " statements");
  }

  static GuestFailure printedTooMuch(Frame run) {
    return new GuestFailure(
        Kind.RUNTIME_ERROR, "printed more than " + run.number(Frame.OUTPUT) + " bytes");
  }

  private static GuestFailure noEntry(Frame run) {
    return new GuestFailure(
        Kind.SYNTAX_ERROR,
        "the code defines no function " + run.get(Frame.ENTRY) + "; define it at the top level");
  }

  /// The message and the innermost line of the guest's own code.
  private String located(PolyglotException failure) {
    String message = String.valueOf(failure.getMessage());
    for (PolyglotException.StackFrame frame : failure.getPolyglotStackTrace()) {
      SourceSection at = frame.isGuestFrame() ? frame.getSourceLocation() : null;
      if (at != null && at.isAvailable() && at.getSource().getName().equals(artifact)) {
        return cut(message) + " (line " + at.getStartLine() + ")";
      }
    }
    return message;
  }

  /// So that the line is not lost behind a message that is longer than anyone reads.
  private static String cut(String message) {
    return message.length() <= MAX_MESSAGE ? message : message.substring(0, MAX_MESSAGE) + "…";
  }
}
