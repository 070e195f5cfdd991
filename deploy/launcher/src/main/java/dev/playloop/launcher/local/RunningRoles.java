package dev.playloop.launcher.local;

import dev.playloop.kit.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The roles of one machine. Each is a process of its own elsewhere, so that they are closed at the
/// same time: one that leaves its group waits for the broker, and not for the others. Safe for all
/// threads.
public final class RunningRoles implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RunningRoles.class);

  private final List<Role> roles = new ArrayList<>();

  public synchronized Role add(Role role) {
    roles.add(role);
    return role;
  }

  /// One that fails to close does not keep the others open.
  @Override
  public synchronized void close() {
    try (ExecutorService each = Executors.newVirtualThreadPerTaskExecutor()) {
      roles.forEach(role -> each.execute(() -> close(role)));
    }
    roles.clear();
  }

  private static void close(Role role) {
    try {
      role.close();
    } catch (RuntimeException e) {
      LOG.warn("a role did not close cleanly", e);
    }
  }
}
