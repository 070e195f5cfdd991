package dev.playloop.chaos.cluster;

import dev.playloop.chaos.process.AotCache;
import dev.playloop.chaos.process.Folders;
import dev.playloop.chaos.process.Jvm;
import dev.playloop.chaos.process.JvmLaunchBuilder;
import dev.playloop.chaos.process.Ports;
import dev.playloop.chaos.process.ProcessLog;
import dev.playloop.launcher.Logs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where one of several [Brokers] runs, one process after the other: under the same addresses, on
/// the same folder. Guarded by whoever has it.
final class Place {
  private static final int HEAP_MB = 256;

  private final String name;
  private final int node;
  private final Zones.Zone zone;
  private final Path folder;
  private final int directPort = Ports.next();
  private final int peersPort = Ports.next();
  private final int controllerPort = Ports.next();
  private final List<String> links = new ArrayList<>();
  private final ProcessLog log;
  private @Nullable Jvm jvm;

  /// How long its log was when its process was started.
  private long begun;

  private boolean frozen;
  private boolean apart;
  private int starts;

  /// What Kafka warned of since then.
  private ProcessLog told;

  /// Whether it may end by itself, as one whose disk is full does.
  private boolean excused;

  /// What all brokers of a system have in common.
  ///
  /// @param quorum as Kafka has it
  record Cluster(String id, String quorum, Logins logins, AotCache cache) {}

  /// @param node from 1
  /// @param folder of the system; its own lies in it
  Place(String name, int node, Zones.Zone zone, Path folder) {
    this.name = name;
    this.node = node;
    this.zone = zone;
    this.folder = folder.resolve(name);
    this.log = new ProcessLog(folder.resolve(name + ".log"));
    this.told = log;
  }

  /// One way more to it, which whoever comes by it knows as the link's own address.
  Link open() {
    int behind = Ports.next();
    Link link = Link.open(Ports.next(), zone.home(), behind);
    links.add(behind + ":" + link.port());
    return link;
  }

  /// Where whoever is disturbed by nothing reaches it.
  String direct() {
    return zone.home() + ":" + directPort;
  }

  String voter() {
    return node + "@" + zone.peers() + ":" + controllerPort;
  }

  /// What Kafka warns of lies in a file of each start, beside its folder: why it ended by itself.
  void launch(Cluster cluster) {
    begun = log.length();
    frozen = false;
    starts++;
    told = new ProcessLog(folder.resolveSibling(name + "-" + starts + ".kafka"));
    Map<String, String> properties = new HashMap<>();
    properties.put(BrokerMain.FOLDER, folder.toString());
    properties.put(BrokerMain.NODE, String.valueOf(node));
    properties.put(BrokerMain.CLUSTER, cluster.id());
    properties.put(BrokerMain.HOME, zone.home());
    properties.put(BrokerMain.DIRECT, direct());
    properties.put(BrokerMain.PEERS, zone.peers() + ":" + peersPort);
    properties.put(BrokerMain.CONTROLLER, zone.peers() + ":" + controllerPort);
    properties.put(BrokerMain.QUORUM, cluster.quorum());
    properties.put(Logs.FILE, told.file().toString());
    jvm =
        Jvm.start(
            JvmLaunchBuilder.builder()
                .name(name)
                .within(zone.within())
                .main(BrokerMain.class)
                .heapMb(HEAP_MB)
                .flags(flags(cluster.cache()))
                .properties(properties)
                .environment(Map.of(Logins.SECRET, cluster.logins().secret()))
                .arguments(links)
                .log(log.file())
                .build());
  }

  /// One of them trains the cache of all.
  private List<String> flags(AotCache cache) {
    List<String> flags = new ArrayList<>();
    if (!zone.within().isEmpty()) {
      // What the machine allows this process is not seen from within a namespace.
      flags.add("-XX:ActiveProcessorCount=" + Runtime.getRuntime().availableProcessors());
    }
    if (!cache.training() || node == 1) {
      flags.addAll(cache.flags("broker"));
    }
    return flags;
  }

  boolean isThere() {
    return running().isAlive()
        && !excused
        && !frozen
        && !apart
        && log.says(begun, line -> line.endsWith(BrokerMain.IS_READY));
  }

  void freeze() throws InterruptedException {
    frozen = true;
    running().freeze();
  }

  void thaw() throws InterruptedException {
    running().thaw();
    frozen = false;
  }

  void setApart(boolean isApart) {
    apart = isApart;
  }

  /// What was on its disk is gone. It has ended by now.
  void forget() {
    Folders.delete(folder);
  }

  /// From now on its files can't grow any more; it ends by that. False where this machine has no
  /// `prlimit`.
  boolean fill() throws InterruptedException {
    try {
      Process limiting =
          new ProcessBuilder("prlimit", "--pid", String.valueOf(running().pid()), "--fsize=1:1")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      excused = limiting.waitFor() == 0;
      return excused;
    } catch (IOException e) {
      return false;
    }
  }

  boolean isFull() {
    return excused;
  }

  boolean hasEnded() {
    return jvm != null && !jvm.isAlive();
  }

  /// How it ended, where it had no reason to; null where it had. The next one has no excuse.
  @Nullable String takeCrash() {
    boolean hadReason = excused || wasLeaderWithoutMemory();
    excused = false;
    return hadReason ? null : running() + " ended by itself with " + running().exitCode();
  }

  /// What Kafka says where an empty one hears from the others that it leads them. It ends by that,
  /// and joins them once they have elected another.
  private boolean wasLeaderWithoutMemory() {
    return told.says(0, line -> line.contains("inconsistent with current leader"));
  }

  Jvm running() {
    if (jvm == null) {
      throw new IllegalStateException("the brokers were not started");
    }
    return jvm;
  }

  /// It ended as it should, and is not started again.
  void forgetProcess() {
    jvm = null;
  }

  void close() {
    if (jvm != null) {
      jvm.close();
      jvm = null;
    }
  }
}
