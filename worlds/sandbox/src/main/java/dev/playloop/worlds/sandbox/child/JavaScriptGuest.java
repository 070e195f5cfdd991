package dev.playloop.worlds.sandbox.child;

import dev.playloop.worlds.sandbox.child.Guest.GuestFailure.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serial;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.EnvironmentAccess;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.PolyglotAccess;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.ResourceLimits;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.SourceSection;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;
import org.graalvm.polyglot.proxy.ProxyExecutable;

/// JavaScript by GraalJS, with access to nothing. One engine; a context a run.
final class JavaScriptGuest implements Guest {
  private static final String JS = "js";
  private static final String PRELUDE = "prelude.js";
  private static final String ARTIFACT = "artifact.js";

  /// Scripts whose syntax trees are kept for the next call.
  private static final int MAX_SOURCES = 32;

  private static final int MAX_MESSAGE = 900;

  private final Engine engine =
      Engine.newBuilder(JS)
          .allowExperimentalOptions(true)
          .option("engine.WarnInterpreterOnly", "false")
          .option("js.load", "false")
          .option("js.graal-builtin", "false")
          .option("js.java-package-globals", "false")
          .option("js.shared-array-buffer", "false")
          .build();
  private final Source prelude = Source.newBuilder(JS, resource(), PRELUDE).buildLiteral();
  private final Map<String, Source> sources =
      new LinkedHashMap<>(MAX_SOURCES, 0.75f, true) {
        @Serial private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Source> eldest) {
          return size() > MAX_SOURCES;
        }
      };

  @Override
  public String run(Frame run, Host host) throws GuestFailure {
    long limit = run.number(Frame.OUTPUT);
    BoundedOutput printed = new BoundedOutput(limit);
    Context context = context(run.number(Frame.STATEMENTS), printed);
    try {
      Value value = runIn(context, run, host);
      if (printed.exceeded()) {
        throw new GuestFailure(Kind.RUNTIME_ERROR, "printed more than " + limit + " bytes");
      }
      return value.asString();
    } catch (PolyglotException failure) {
      if (printed.exceeded()) {
        throw new GuestFailure(Kind.RUNTIME_ERROR, "printed more than " + limit + " bytes");
      }
      throw describe(failure, run);
    } finally {
      close(context);
    }
  }

  @Override
  public String example() {
    return """
    function run(x) {
      try {
        read('a');
      } catch (e) {
        return { x, code: e.code, list: [1, 2].map((n) => n + x.a[0]) };
      }
    }
    """;
  }

  private Value runIn(Context context, Frame run, Host host) throws GuestFailure {
    ProxyExecutable ask = args -> host.ask(args[0].asString(), args[1].asString());
    Value frame =
        context
            .eval(prelude)
            .execute(ask, run.get(Frame.CALLER), run.get(Frame.SELF), run.number(Frame.OUTPUT));
    Source source = sources.computeIfAbsent(run.get(Frame.CODE), JavaScriptGuest::source);
    try {
      context.parse(source);
    } catch (PolyglotException failure) {
      throw failure.isSyntaxError()
          ? new GuestFailure(Kind.SYNTAX_ERROR, String.valueOf(failure.getMessage()))
          : describe(failure, run);
    }
    context.eval(source);
    Value entry = context.getBindings(JS).getMember(run.get(Frame.ENTRY));
    if (entry == null || !entry.canExecute()) {
      throw new GuestFailure(
          Kind.SYNTAX_ERROR,
          "the code defines no function " + run.get(Frame.ENTRY) + "; define it at the top level");
    }
    if (run.type() == Frame.Type.CHECK) {
      return context.asValue("null");
    }
    // The engine finishes what promises wait for when the outermost call returns.
    frame.getMember("start").execute(entry, run.get(Frame.ARGS));
    return frame.getMember("finish").execute();
  }

  private Context context(long statements, BoundedOutput printed) {
    return Context.newBuilder(JS)
        .engine(engine)
        .allowAllAccess(false)
        .allowHostAccess(HostAccess.NONE)
        // Not even a filter that refuses every class: it would bring back the global `Java`.
        .allowHostClassLookup(null)
        .allowHostClassLoading(false)
        .allowPolyglotAccess(PolyglotAccess.NONE)
        .allowIO(IOAccess.NONE)
        .allowCreateThread(false)
        .allowCreateProcess(false)
        .allowNativeAccess(false)
        .allowEnvironmentAccess(EnvironmentAccess.NONE)
        .allowInnerContextOptions(false)
        .allowValueSharing(false)
        .useSystemExit(false)
        .in(InputStream.nullInputStream())
        .out(printed)
        .err(printed)
        .timeZone(ZoneOffset.UTC)
        .resourceLimits(ResourceLimits.newBuilder().statementLimit(statements, null).build())
        .build();
  }

  private static void close(Context context) {
    try {
      context.close(true);
    } catch (PolyglotException cancelled) {
      // Says that it was cancelled, to the thread that cancels it.
    }
  }

  private static GuestFailure describe(PolyglotException failure, Frame run) {
    if (failure.isResourceExhausted() || failure.isCancelled()) {
      return new GuestFailure(
          Kind.TIMEOUT, "it used more than " + run.number(Frame.STATEMENTS) + " statements");
    }
    if (failure.isInternalError()) {
      return new GuestFailure(Kind.RUNTIME_ERROR, "the engine failed: " + failure.getMessage());
    }
    return new GuestFailure(Kind.RUNTIME_ERROR, located(failure));
  }

  /// The message and the innermost line of the guest's own code.
  private static String located(PolyglotException failure) {
    String message = String.valueOf(failure.getMessage());
    for (PolyglotException.StackFrame frame : failure.getPolyglotStackTrace()) {
      SourceSection at = frame.isGuestFrame() ? frame.getSourceLocation() : null;
      if (at != null && at.isAvailable() && at.getSource().getName().equals(ARTIFACT)) {
        return cut(message) + " (line " + at.getStartLine() + ")";
      }
    }
    return message;
  }

  /// So that the line is not lost behind a message that is longer than anyone reads.
  private static String cut(String message) {
    return message.length() <= MAX_MESSAGE ? message : message.substring(0, MAX_MESSAGE) + "…";
  }

  private static Source source(String code) {
    return Source.newBuilder(JS, code, ARTIFACT).cached(true).buildLiteral();
  }

  private static String resource() {
    try (InputStream in = JavaScriptGuest.class.getResourceAsStream(PRELUDE)) {
      if (in == null) {
        throw new IllegalStateException(PRELUDE + " is missing beside " + JavaScriptGuest.class);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
