package dev.playloop.chaos.cluster;

import dev.playloop.kit.KafkaSettings;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;

/// What roles may do, given to brokers that ask.
public final class Rights {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private Rights() {}

  /// Returns once a broker knows them. The others do long before the process of a worker is up.
  public static void grant(KafkaSettings administrator, Collection<AclBinding> rights)
      throws InterruptedException {
    try (Admin admin = Admin.create(administrator.with(Map.of()))) {
      admin.createAcls(rights).all().get();
      Set<AclBinding> wanted = Set.copyOf(rights);
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (!admin.describeAcls(AclBindingFilter.ANY).values().get().containsAll(wanted)) {
        if (System.nanoTime() > deadline) {
          throw new IllegalStateException("the brokers did not apply the rights in " + PATIENCE);
        }
        TimeUnit.MILLISECONDS.sleep(10);
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("the brokers take no rights", e.getCause());
    }
  }
}
