package dev.playloop.chaos.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/// Ports that stay ours while their process is dead: below the range from which systems give out
/// ports to whoever asks, and never the same twice in this process.
public final class Ports {
  private static final int FROM = 20_000;
  private static final int TO = 32_000;
  private static final Set<Integer> GIVEN = new HashSet<>();

  private Ports() {}

  public static int next() {
    synchronized (GIVEN) {
      for (int attempt = 0; attempt < 10_000; attempt++) {
        int port = ThreadLocalRandom.current().nextInt(FROM, TO);
        if (!GIVEN.contains(port) && isFree(port)) {
          GIVEN.add(port);
          return port;
        }
      }
    }
    throw new IllegalStateException("no free port between " + FROM + " and " + TO);
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
