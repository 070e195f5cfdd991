package dev.playloop.worlds.sandbox.child;

import dev.playloop.worlds.sandbox.child.Guest.GuestFailure.Kind;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.ResourceLimits;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;

/// Python by GraalPy, with access to nothing but its own standard library, which it may read. One
/// engine; a context a run. What the prelude says of imports is for whoever wrote the code; what
/// keeps it in is the context's.
final class PythonGuest implements Guest {
  private static final String PYTHON = "python";

  private final Engine engine = engine();
  private final Scripts scripts = new Scripts(PYTHON, "artifact.py");
  private final Source prelude = scripts.prelude("prelude.py");

  @Override
  public String run(Frame run, Host host) throws GuestFailure {
    BoundedOutput printed = new BoundedOutput(run.number(Frame.OUTPUT));
    AtomicBoolean exhausted = new AtomicBoolean();
    ResourceLimits limits =
        ResourceLimits.newBuilder()
            .statementLimit(run.number(Frame.STATEMENTS), null)
            .onLimit(event -> exhausted.set(true))
            .build();
    Context context = NoAccess.context(PYTHON, engine, limits, printed);
    try {
      String value = runIn(context, run, host);
      if (printed.exceeded()) {
        throw Scripts.printedTooMuch(run);
      }
      return value;
    } catch (PolyglotException | IllegalMonitorStateException failure) {
      throw describe(failure, run, printed, exhausted.get());
    } finally {
      NoAccess.close(context);
    }
  }

  @Override
  public String example() {
    return """
    import json, math, re, random
    def run(x):
      try:
        read('a')
      except HostError as e:
        return {'x': x, 'code': e.code, 'list': [n + x['a'][0] for n in (1, 2)], 'pi': math.pi}
    """;
  }

  private static Engine engine() {
    // The standard library is unpacked into the child's own folder; a relative path is not found.
    System.setProperty(
        "polyglot.engine.userResourceCache", Path.of("cache").toAbsolutePath().toString());
    return Engine.newBuilder(PYTHON)
        .allowExperimentalOptions(true)
        .option("engine.WarnInterpreterOnly", "false")
        .option("python.PosixModuleBackend", "java")
        .option("python.IsolateFlag", "true")
        .option("python.NoSiteFlag", "true")
        // What is printed is counted when it is printed, not when a buffer is full.
        .option("python.UnbufferedIO", "true")
        // Its warnings are no output of the guest.
        .logHandler(OutputStream.nullOutputStream())
        .build();
  }

  private String runIn(Context context, Frame run, Host host) throws GuestFailure {
    ProxyExecutable ask = args -> host.ask(args[0].asString(), args[1].asString());
    Value call =
        context
            .eval(prelude)
            .execute(ask, run.get(Frame.CALLER), run.get(Frame.SELF), run.number(Frame.OUTPUT));
    Value entry = scripts.entry(context, run);
    return run.type() == Frame.Type.CHECK
        ? "null"
        : call.execute(entry, run.get(Frame.ARGS)).asString();
  }

  /// A context that is cancelled at its limit unwinds through a lock of the engine that it does not
  /// hold any more, which may hide the cause.
  private GuestFailure describe(
      RuntimeException failure, Frame run, BoundedOutput printed, boolean exhausted) {
    if (exhausted) {
      return Scripts.tooManyStatements(run);
    }
    if (printed.exceeded()) {
      return Scripts.printedTooMuch(run);
    }
    return failure instanceof PolyglotException known
        ? scripts.describe(known, run)
        : new GuestFailure(Kind.RUNTIME_ERROR, "the engine failed: " + failure.getMessage());
  }
}
