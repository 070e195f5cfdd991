package dev.playloop.worlds.sandbox.child;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.ResourceLimits;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;

/// JavaScript by GraalJS, with access to nothing. One engine; a context a run.
final class JavaScriptGuest implements Guest {
  private static final String JS = "js";

  private final Engine engine =
      Engine.newBuilder(JS)
          .allowExperimentalOptions(true)
          .option("engine.WarnInterpreterOnly", "false")
          .option("js.load", "false")
          .option("js.graal-builtin", "false")
          .option("js.java-package-globals", "false")
          .option("js.shared-array-buffer", "false")
          .build();
  private final Scripts scripts = new Scripts(JS, "artifact.js");
  private final Source prelude = scripts.prelude("prelude.js");

  @Override
  public String run(Frame run, Host host) throws GuestFailure {
    BoundedOutput printed = new BoundedOutput(run.number(Frame.OUTPUT));
    ResourceLimits limits =
        ResourceLimits.newBuilder().statementLimit(run.number(Frame.STATEMENTS), null).build();
    Context context = NoAccess.context(JS, engine, limits, printed);
    try {
      Value value = runIn(context, run, host);
      if (printed.exceeded()) {
        throw Scripts.printedTooMuch(run);
      }
      return value.asString();
    } catch (PolyglotException failure) {
      throw printed.exceeded() ? Scripts.printedTooMuch(run) : scripts.describe(failure, run);
    } finally {
      NoAccess.close(context);
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
    Value entry = scripts.entry(context, run);
    if (run.type() == Frame.Type.CHECK) {
      return context.asValue("null");
    }
    // The engine finishes what promises wait for when the outermost call returns.
    frame.getMember("start").execute(entry, run.get(Frame.ARGS));
    return frame.getMember("finish").execute();
  }
}
