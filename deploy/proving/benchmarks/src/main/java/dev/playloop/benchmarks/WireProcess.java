package dev.playloop.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// The process that [WireServer] runs in. It ends with this object, or with this process.
final class WireProcess implements AutoCloseable {
  private final Process process;
  private final URI address;

  private WireProcess(Process process, URI address) {
    this.process = process;
    this.address = address;
  }

  static WireProcess start() {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            WireServer.class.getName());
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    try {
      Process process = builder.start();
      BufferedReader out =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      String port = out.readLine();
      if (port == null) {
        throw new IllegalStateException("the model and effect server did not start");
      }
      return new WireProcess(process, URI.create("http://127.0.0.1:" + port));
    } catch (IOException e) {
      throw new UncheckedIOException("can't start the model and effect server", e);
    }
  }

  URI address() {
    return address;
  }

  /// The base URL of a model with this latency.
  String model(long latencyMs) {
    return address + "/latency/" + latencyMs + "/v1";
  }

  @Override
  public void close() {
    process.destroy();
  }
}
