package dev.playloop.chaos.system;

import dev.playloop.broker.EmbeddedBroker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The broker in a process of its own, on given ports, so that it comes back at the same address.
/// Arguments: the folder, the direct port, the controller's port, and `own:advertised` for each
/// link.
final class BrokerMain {
  private BrokerMain() {}

  public static void main(String[] args) throws InterruptedException {
    Lifeline.hold();
    EmbeddedBroker broker =
        EmbeddedBroker.start(Path.of(args[0]), listeners(List.of(args).subList(1, args.length)));
    Lifeline.untilStopped(broker::close);
  }

  /// A listener a link: whoever comes in by a link is told the link's address, and no other.
  static Map<String, String> listeners(List<String> ports) {
    String direct = "PLAINTEXT://127.0.0.1:" + ports.get(0);
    List<String> own = new ArrayList<>(List.of(direct));
    List<String> advertised = new ArrayList<>(List.of(direct));
    List<String> protocols =
        new ArrayList<>(List.of("PLAINTEXT:PLAINTEXT", "CONTROLLER:PLAINTEXT"));
    own.add("CONTROLLER://127.0.0.1:" + ports.get(1));
    for (int i = 2; i < ports.size(); i++) {
      String[] pair = ports.get(i).split(":", -1);
      String name = "LINK" + (i - 2);
      own.add(name + "://127.0.0.1:" + pair[0]);
      advertised.add(name + "://127.0.0.1:" + pair[1]);
      protocols.add(name + ":PLAINTEXT");
    }
    Map<String, String> overrides = new HashMap<>();
    overrides.put("listeners", String.join(",", own));
    overrides.put("advertised.listeners", String.join(",", advertised));
    overrides.put("listener.security.protocol.map", String.join(",", protocols));
    overrides.put("controller.quorum.voters", "1@127.0.0.1:" + ports.get(1));
    overrides.put("inter.broker.listener.name", "PLAINTEXT");
    overrides.put("num.network.threads", "1");
    overrides.put("num.io.threads", "4");
    overrides.put("log.cleaner.enable", "false");
    return overrides;
  }
}
