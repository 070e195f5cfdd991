package dev.playloop.testkit;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/// What a test needs of the machine beside its JVM.
public final class Programs {
  private static final long MINUTES = 2;

  private Programs() {}

  /// Ends the test as not run, by the name of the first that is not there.
  public static void require(String... names) throws InterruptedException {
    for (String name : names) {
      Assumptions.assumeTrue(isThere(name), "NOT RUN: there is no " + name + " on the PATH");
    }
  }

  /// Whether it can be started and tells its version.
  public static boolean isThere(String name) throws InterruptedException {
    for (String question : List.of("--version", "version")) { // openssl knows the second only
      try {
        Process asked =
            new ProcessBuilder(name, question)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        boolean ended = asked.waitFor(MINUTES, TimeUnit.MINUTES);
        asked.destroyForcibly();
        if (ended && asked.exitValue() == 0) {
          return true;
        }
      } catch (IOException e) {
        return false;
      }
    }
    return false;
  }
}
