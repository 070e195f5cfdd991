package dev.playloop.worlds.sandbox.child;

import java.io.InputStream;
import java.io.OutputStream;
import java.time.ZoneOffset;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.EnvironmentAccess;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.PolyglotAccess;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.ResourceLimits;
import org.graalvm.polyglot.io.IOAccess;

/// Contexts whose guest can touch nothing, whatever its language.
final class NoAccess {
  private NoAccess() {}

  /// @param printed takes what the guest writes to its standard output and error
  static Context context(
      String language, Engine engine, ResourceLimits limits, OutputStream printed) {
    return Context.newBuilder(language)
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
        .resourceLimits(limits)
        .build();
  }

  static void close(Context context) {
    try {
      context.close(true);
    } catch (PolyglotException cancelled) {
      // Says that it was cancelled, to the thread that cancels it.
    }
  }
}
