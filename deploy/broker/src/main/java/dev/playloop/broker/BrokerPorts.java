package dev.playloop.broker;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// The ports of a broker, kept in its folder: it comes back at the same addresses where all of them
/// are still free, and at new ones where one is not. New ones lie below those that systems give to
/// outgoing connections and to whoever asks for any port: between this look and the broker's own
/// bind lie seconds, in which a busy machine hands out thousands of those.
record BrokerPorts(int broker, int controller, int behindGate, int gate) {
  private static final String FILE = "playloop-ports.properties";

  /// Below the ephemeral ports of Linux (from 32768), macOS and Windows (from 49152), and as many
  /// as there are: two brokers that start together must not draw the same.
  private static final int LOWEST = 10_000;

  private static final int END = 32_768;
  private static final int TRIES = 1_000;
  private static final List<String> NAMES = List.of("broker", "controller", "behind-gate", "gate");

  static BrokerPorts in(Path dir) throws IOException {
    Path file = dir.resolve(FILE);
    Properties kept = load(file);
    if (!NAMES.subList(0, 2).stream().allMatch(name -> isFree(kept.getProperty(name)))) {
      kept.clear();
    }
    takeMissing(kept);
    try (var out = Files.newOutputStream(file)) {
      kept.store(out, "ports of the embedded broker");
    }
    return new BrokerPorts(port(kept, 0), port(kept, 1), port(kept, 2), port(kept, 3));
  }

  /// Nothing where there is no such file, and where it is torn.
  private static Properties load(Path file) throws IOException {
    Properties kept = new Properties();
    if (Files.exists(file)) {
      try (var in = Files.newInputStream(file)) {
        kept.load(in);
      } catch (IllegalArgumentException e) { // half an escape
        return new Properties();
      }
    }
    return kept;
  }

  private static int port(Properties kept, int index) {
    return Integer.parseInt(kept.getProperty(NAMES.get(index)));
  }

  /// Holds all new ones at once, so that they differ.
  private static void takeMissing(Properties kept) throws IOException {
    List<ServerSocket> held = new ArrayList<>();
    try {
      for (String name : NAMES) {
        if (!isFree(kept.getProperty(name))) {
          ServerSocket socket = holdOne();
          held.add(socket);
          kept.setProperty(name, String.valueOf(socket.getLocalPort()));
        }
      }
    } finally {
      for (ServerSocket socket : held) {
        socket.close();
      }
    }
  }

  private static ServerSocket holdOne() throws IOException {
    for (int left = TRIES; left > 0; left--) {
      try {
        return hold(ThreadLocalRandom.current().nextInt(LOWEST, END));
      } catch (BindException e) {
        // Somebody's: the next.
      }
    }
    return hold(0);
  }

  private static ServerSocket hold(int port) throws IOException {
    return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
  }

  private static boolean isFree(@Nullable String text) {
    OptionalInt port = portIn(text);
    if (port.isEmpty()) {
      return false;
    }
    try (ServerSocket socket = hold(port.getAsInt())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  /// Empty where the file is torn.
  private static OptionalInt portIn(@Nullable String text) {
    try {
      int port = text == null ? 0 : Integer.parseInt(text);
      return port > 0 && port < 65_536 ? OptionalInt.of(port) : OptionalInt.empty();
    } catch (NumberFormatException e) {
      return OptionalInt.empty();
    }
  }
}
