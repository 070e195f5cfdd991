package dev.playloop.broker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/// The ports of a broker, kept in its folder: it comes back at the same addresses where all of them
/// are still free, and at new ones where one is not.
record BrokerPorts(int broker, int controller, int behindGate, int gate) {
  private static final String FILE = "playloop-ports.properties";
  private static final List<String> NAMES = List.of("broker", "controller", "behind-gate", "gate");

  static BrokerPorts in(Path dir) throws IOException {
    Path file = dir.resolve(FILE);
    Properties kept = new Properties();
    if (Files.exists(file)) {
      try (var in = Files.newInputStream(file)) {
        kept.load(in);
      }
    }
    if (!NAMES.subList(0, 2).stream().allMatch(name -> isFree(kept.getProperty(name)))) {
      kept.clear();
    }
    takeMissing(kept);
    try (var out = Files.newOutputStream(file)) {
      kept.store(out, "ports of the embedded broker");
    }
    return new BrokerPorts(port(kept, 0), port(kept, 1), port(kept, 2), port(kept, 3));
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
          ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
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

  private static boolean isFree(String port) {
    try (ServerSocket socket =
        new ServerSocket(Integer.parseInt(port), 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException | NumberFormatException e) {
      return false;
    }
  }
}
