package dev.playloop.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;

/// An [EmbeddedBroker] that is not everybody's: each principal has a secret of this start, and may
/// do what its rights name. Principals of others come by a [Gate], which bounds what they send;
/// behind it the broker knows them by secrets that only the gate has. The controller takes the
/// broker alone. Closed by the thread that started it.
public final class GuardedBroker implements AutoCloseable {
  private static final String SELF = "broker";
  private static final int PATIENCE_SECONDS = 30;
  private static final String LOGIN =
      "org.apache.kafka.common.security.plain.PlainLoginModule required";

  private final EmbeddedBroker broker;
  private final Gate gate;
  private final BrokerAccess.Secrets inside;
  private final BrokerAccess.Secrets outside;

  private GuardedBroker(
      EmbeddedBroker broker, Gate gate, BrokerAccess.Secrets inside, BrokerAccess.Secrets outside) {
    this.broker = broker;
    this.gate = gate;
    this.inside = inside;
    this.outside = outside;
  }

  public static GuardedBroker start(Path dir, BrokerAccess access, Flush flush) {
    Set<String> names = new HashSet<>(access.inside());
    names.add(SELF);
    BrokerAccess.Secrets inside = BrokerAccess.Secrets.of(names);
    BrokerAccess.Secrets outside = BrokerAccess.Secrets.of(access.outside());
    BrokerAccess.Secrets behind = BrokerAccess.Secrets.of(access.outside());
    BrokerEnd end = BrokerEnd.watch(dir);
    EmbeddedBroker broker =
        EmbeddedBroker.start(
            dir,
            ports -> {
              Map<String, String> config = guarded(ports, inside, behind);
              config.putAll(flush.properties());
              return config;
            });
    boolean open = false;
    try {
      BrokerPorts ports = broker.ports();
      Gate gate =
          Gate.open(ports.gate(), ports.behindGate(), new GateKeys(outside, behind), access.hint());
      GuardedBroker guarded = new GuardedBroker(broker, gate, inside, outside);
      guarded.allow(access.rights());
      open = true;
      end.started();
      return guarded;
    } catch (IOException e) {
      throw new UncheckedIOException("the gate of the embedded broker does not open", e);
    } finally {
      if (!open) {
        broker.close();
      }
    }
  }

  /// The client properties of a principal of this system.
  public Map<String, String> client(String principal) {
    return client(broker.bootstrapServers(), principal, inside.of(principal));
  }

  /// The client properties of the one who may do everything: for setting the broker up.
  public Map<String, String> administrator() {
    return client(SELF);
  }

  BrokerPorts ports() {
    return broker.ports();
  }

  /// Where principals of others come in.
  public String gate() {
    return gate.address();
  }

  /// The secret of a principal of others.
  public String secretOf(String outsider) {
    return outside.of(outsider);
  }

  @Override
  public void close() {
    gate.close();
    broker.close();
  }

  private static Map<String, String> client(String address, String principal, String secret) {
    return Map.of(
        "bootstrap.servers",
        address,
        "security.protocol",
        "SASL_PLAINTEXT",
        "sasl.mechanism",
        "PLAIN",
        "sasl.jaas.config",
        login(principal, secret) + ";");
  }

  private static String login(String principal, String secret) {
    return LOGIN + " username=\"" + principal + "\" password=\"" + secret + "\"";
  }

  private static Map<String, String> guarded(
      BrokerPorts ports, BrokerAccess.Secrets inside, BrokerAccess.Secrets behind) {
    String self = login(SELF, inside.of(SELF));
    Map<String, String> config = new HashMap<>();
    config.put(
        "listeners",
        "INSIDE://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d,BEHIND://127.0.0.1:%d"
            .formatted(ports.broker(), ports.controller(), ports.behindGate()));
    config.put(
        "advertised.listeners",
        "INSIDE://127.0.0.1:%d,BEHIND://127.0.0.1:%d".formatted(ports.broker(), ports.gate()));
    config.put(
        "listener.security.protocol.map",
        "INSIDE:SASL_PLAINTEXT,CONTROLLER:SASL_PLAINTEXT,BEHIND:SASL_PLAINTEXT");
    config.put("inter.broker.listener.name", "INSIDE");
    config.put("sasl.enabled.mechanisms", "PLAIN");
    config.put("sasl.mechanism.inter.broker.protocol", "PLAIN");
    config.put("sasl.mechanism.controller.protocol", "PLAIN");
    config.put("listener.name.inside.plain.sasl.jaas.config", self + inside.users() + ";");
    config.put(
        "listener.name.controller.plain.sasl.jaas.config",
        self + " user_" + SELF + "=\"" + inside.of(SELF) + "\";");
    config.put("listener.name.behind.plain.sasl.jaas.config", LOGIN + behind.users() + ";");
    config.put("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
    config.put("super.users", "User:" + SELF);
    return config;
  }

  /// Exactly these rights, whatever an earlier start left in the folder.
  private void allow(Collection<AclBinding> rights) {
    Map<String, Object> config = new HashMap<>(administrator());
    config.put("enable.metrics.push", "false");
    try (Admin admin = Admin.create(config)) {
      Collection<AclBinding> there = admin.describeAcls(AclBindingFilter.ANY).values().get();
      List<AclBindingFilter> stale = new ArrayList<>();
      there.stream()
          .filter(right -> !rights.contains(right))
          .forEach(right -> stale.add(right.toFilter()));
      admin.deleteAcls(stale).all().get();
      admin
          .createAcls(rights.stream().filter(right -> !there.contains(right)).toList())
          .all()
          .get();
      awaitRights(admin, new HashSet<>(rights));
    } catch (ExecutionException e) {
      throw new IllegalStateException("the embedded broker takes no rights", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /// The controller has taken them; the broker, which answers here, follows it. Until it has,
  /// whoever comes first is refused what is his.
  private static void awaitRights(Admin admin, Set<AclBinding> rights)
      throws ExecutionException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!Set.copyOf(admin.describeAcls(AclBindingFilter.ANY).values().get()).equals(rights)) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(
            "the embedded broker did not apply its rights in " + PATIENCE_SECONDS + " s");
      }
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }
}
