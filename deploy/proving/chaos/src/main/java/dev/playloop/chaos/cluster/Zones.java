package dev.playloop.chaos.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/// Where brokers stand: each in a network namespace of its own, by which its way to the others can
/// be cut while it runs on, as where a zone is cut off. Of its two networks, one leads to this
/// process and its workers, whose [Links] are cut one by one; the other leads to the other zones
/// and to nobody else. Where a machine gives no namespaces, all stand on loopback, and nothing can
/// be cut. Thread-safe.
///
/// Namespaces are `playloop-N-…`, interfaces `plzN…`, addresses `198.18.N.…` here and `198.19.N.…`
/// among zones (RFC 2544: what leads nowhere), for an N that nobody else on this machine has. A
/// process that is killed by signal 9 leaves them behind: `ip netns list`.
final class Zones implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";
  private static final String ADDRESSES = "198.18.0.0/15";
  private static final String INTERFACES = "plz";
  private static final int NUMBERS = 256;

  /// Another may have the number that was drawn.
  private static final int ATTEMPTS = 4;

  private static final String SWITCH = "switch";
  private static final String BRIDGE = "between";

  private final int number;
  private final List<Zone> each;

  /// What `ip` is to do in the end, the last thing first.
  private final Deque<String[]> undoing = new ArrayDeque<>();

  private final Thread atExit = new Thread(this::undo);
  private String lacks = "";

  /// One of them.
  ///
  /// @param home the address at which this process reaches whoever stands in it
  /// @param peers the address at which other zones do
  /// @param within the command that starts another one in it; empty on loopback
  record Zone(String home, String peers, List<String> within) {}

  private Zones(List<Zone> each) {
    this.number = 0;
    this.each = List.copyOf(each);
  }

  private Zones(int number, int count) {
    this.number = number;
    List<Zone> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(
          new Zone(
              "198.18.%d.%d".formatted(number, 4 * i + 2),
              "198.19.%d.%d".formatted(number, i + 1),
              List.of("ip", "netns", "exec", namespace(String.valueOf(i)))));
    }
    this.each = List.copyOf(all);
  }

  /// `count` of them that can be cut, or on loopback; see [#lacks].
  static Zones open(int count) {
    String why = "";
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Zones zones = new Zones(ThreadLocalRandom.current().nextInt(NUMBERS), count);
      try {
        zones.make();
        Runtime.getRuntime().addShutdownHook(zones.atExit);
        return zones;
      } catch (IOException e) {
        zones.undo();
        why = String.valueOf(e.getMessage());
      }
    }
    Zones loopback = onLoopback(count);
    loopback.lacks =
        "no zone can be cut off (Linux, root and the `ip` of iproute2 are needed): " + why;
    return loopback;
  }

  static Zones onLoopback(int count) {
    List<Zone> each = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      each.add(new Zone(LOOPBACK, LOOPBACK, List.of()));
    }
    return new Zones(each);
  }

  Zone zone(int index) {
    return each.get(index);
  }

  synchronized boolean canBeCut() {
    return !undoing.isEmpty();
  }

  /// Why none of them can be cut; empty where they can, or where nobody wanted that.
  String lacks() {
    return lacks;
  }

  /// From now on nothing comes through between this one and the others. Nobody is told.
  synchronized void cut(int index) throws IOException {
    ip("-n", namespace(SWITCH), "link", "set", port(index), "nomaster");
  }

  synchronized void join(int index) throws IOException {
    ip("-n", namespace(SWITCH), "link", "set", port(index), "master", BRIDGE);
  }

  private synchronized void make() throws IOException {
    requireUnused();
    add(SWITCH); // refused where another has this number
    ip("-n", namespace(SWITCH), "link", "add", "name", BRIDGE, "type", "bridge");
    ip("-n", namespace(SWITCH), "link", "set", BRIDGE, "up");
    for (int i = 0; i < each.size(); i++) {
      String zone = String.valueOf(i);
      add(zone);
      ip("-n", namespace(zone), "link", "set", "lo", "up");
      leadHome(i, each.get(i).home());
      leadToPeers(i, each.get(i).peers());
    }
  }

  private void leadHome(int index, String address) throws IOException {
    String zone = namespace(String.valueOf(index));
    String here = INTERFACES + number + "h" + index;
    pair(here, "home", zone);
    undoing.push(new String[] {"link", "del", here}); // its namespace may outlive us
    ip("addr", "add", "198.18.%d.%d/30".formatted(number, 4 * index + 1), "dev", here);
    ip("link", "set", here, "up");
    ip("-n", zone, "addr", "add", address + "/30", "dev", "home");
    ip("-n", zone, "link", "set", "home", "up");
    String way = ip("route", "get", address);
    if (!way.contains(" dev " + here)) {
      throw new IOException("another route leads to " + address + ": " + way);
    }
  }

  private void leadToPeers(int index, String address) throws IOException {
    String zone = namespace(String.valueOf(index));
    String between = INTERFACES + number + "p" + index;
    pair(between, "peers", zone);
    ip("link", "set", between, "netns", namespace(SWITCH), "name", port(index));
    join(index);
    ip("-n", namespace(SWITCH), "link", "set", port(index), "up");
    ip("-n", zone, "addr", "add", address + "/24", "dev", "peers");
    ip("-n", zone, "link", "set", "peers", "up");
  }

  /// A machine may use those addresses for what it likes, such as a tunnel.
  private static void requireUnused() throws IOException {
    String routes = ip("-4", "route", "show", "table", "all", "root", ADDRESSES);
    for (String route : routes.lines().toList()) {
      if (!route.contains(" dev " + INTERFACES)) {
        throw new IOException("this machine uses " + ADDRESSES + ": " + route);
      }
    }
  }

  private void add(String which) throws IOException {
    ip("netns", "add", namespace(which));
    undoing.push(new String[] {"netns", "del", namespace(which)});
  }

  /// What goes in here comes out there, in the namespace of a zone.
  private static void pair(String here, String there, String namespace) throws IOException {
    ip("link", "add", "name", here, "type", "veth", "peer", "name", there, "netns", namespace);
  }

  private String namespace(String which) {
    return "playloop-" + number + "-" + which;
  }

  private static String port(int index) {
    return "zone" + index;
  }

  /// Returns what `ip` said, and throws that where it could not.
  private static String ip(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("ip"));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException(String.join(" ", command) + ": " + said);
    }
    return said;
  }

  private synchronized void undo() {
    while (!undoing.isEmpty()) {
      try {
        ip(undoing.pop());
      } catch (IOException e) {
        System.err.println("left behind on this machine: " + e.getMessage());
      }
    }
  }

  /// Whoever stands in them has been told to end by now, at the latest.
  @Override
  public void close() {
    undo();
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // This process ends already, and so does what it made.
    }
  }
}
