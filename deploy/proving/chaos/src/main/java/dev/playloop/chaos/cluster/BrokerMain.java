package dev.playloop.chaos.cluster;

import dev.playloop.broker.EmbeddedBroker;
import dev.playloop.chaos.process.Lifeline;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A broker in a process of its own, on given ports, so that it comes back at the same address.
/// What it is stands in system properties; its arguments are `own:advertised` for each link.
final class BrokerMain {
  private static final String PREFIX = "playloop.chaos.broker.";
  static final String FOLDER = PREFIX + "folder";
  static final String NODE = PREFIX + "node";
  static final String CLUSTER = PREFIX + "cluster";

  /// The address at which links come in.
  static final String HOME = PREFIX + "home";

  /// `host:port`, for whoever comes by no link, for its peers, and for the quorum.
  static final String DIRECT = PREFIX + "direct";

  static final String PEERS = PREFIX + "peers";
  static final String CONTROLLER = PREFIX + "controller";

  /// As Kafka has it: `1@host:port`, with commas between.
  static final String QUORUM = PREFIX + "quorum";

  /// What it says once the others know that it has begun anew, and give it its part.
  static final String IS_READY = " is ready";

  private BrokerMain() {}

  public static void main(String[] links) throws InterruptedException {
    Lifeline.hold();
    Path folder = Path.of(told(FOLDER));
    Map<String, String> config = listeners(List.of(links));
    boolean alone = !told(QUORUM).contains(",");
    if (!alone) {
      config.putAll(replicated());
    }
    EmbeddedBroker broker =
        alone
            ? EmbeddedBroker.start(folder, config)
            : EmbeddedBroker.start(
                folder,
                new EmbeddedBroker.Node(Integer.parseInt(told(NODE)), told(CLUSTER)),
                config);
    System.out.println("broker " + told(NODE) + IS_READY); // its log tells warnings alone
    Lifeline.untilStopped(broker::close);
  }

  /// A listener a link: whoever comes in by a link is told the link's address, and no other.
  private static Map<String, String> listeners(List<String> links) {
    List<String> advertised =
        new ArrayList<>(List.of("PLAINTEXT://" + told(DIRECT), "PEERS://" + told(PEERS)));
    List<String> own = new ArrayList<>(advertised);
    own.add("CONTROLLER://" + told(CONTROLLER));
    List<String> protocols =
        new ArrayList<>(List.of("PLAINTEXT:PLAINTEXT", "PEERS:PLAINTEXT", "CONTROLLER:PLAINTEXT"));
    String secret = System.getenv().getOrDefault(Logins.SECRET, "");
    Map<String, String> config = new HashMap<>();
    for (int i = 0; i < links.size(); i++) {
      String[] pair = links.get(i).split(":", -1);
      String name = "LINK" + i;
      own.add(name + "://" + told(HOME) + ":" + pair[0]);
      advertised.add(name + "://127.0.0.1:" + pair[1]);
      protocols.add(name + (secret.isEmpty() ? ":PLAINTEXT" : ":SASL_PLAINTEXT"));
      if (!secret.isEmpty()) {
        config.put("listener.name.link" + i + ".plain.sasl.jaas.config", Logins.known(secret));
      }
    }
    config.put("listeners", String.join(",", own));
    config.put("advertised.listeners", String.join(",", advertised));
    config.put("listener.security.protocol.map", String.join(",", protocols));
    config.put("controller.quorum.voters", told(QUORUM));
    config.put("inter.broker.listener.name", "PEERS");
    config.put("num.network.threads", "1");
    config.put("num.io.threads", "4");
    config.put("log.cleaner.enable", "false");
    return config;
  }

  /// Each log on all three, and a write is taken that two of them have. Whoever comes by a link has
  /// the rights of its role, and no others.
  private static Map<String, String> replicated() {
    return Map.of(
        "sasl.enabled.mechanisms",
        "PLAIN",
        "authorizer.class.name",
        "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
        "super.users",
        "User:ANONYMOUS", // brokers among themselves, and whoever looks on
        "default.replication.factor",
        "3",
        "min.insync.replicas",
        "2",
        "offsets.topic.replication.factor",
        "3",
        "transaction.state.log.replication.factor",
        "3",
        "transaction.state.log.min.isr",
        "2",
        "num.replica.fetchers",
        "1");
  }

  private static String told(String name) {
    return Objects.requireNonNull(System.getProperty(name), name);
  }
}
