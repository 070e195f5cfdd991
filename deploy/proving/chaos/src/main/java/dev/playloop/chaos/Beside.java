package dev.playloop.chaos;

import dev.playloop.chaos.check.Facts;
import dev.playloop.chaos.check.Violation;
import dev.playloop.chaos.system.ChaosSystem;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.world.WorldDeclaration;
import java.nio.file.Path;
import java.util.List;

/// Worlds that are data beside those of code, and the games that they are of. Used by one thread.
public interface Beside extends AutoCloseable {
  /// Starts the games of one history.
  @FunctionalInterface
  interface Start {
    Beside in(Path folder);
  }

  /// There are none.
  Start NOBODY = _ -> new Nobody();

  List<WorldDeclaration> declarations();

  /// Whom they have.
  List<AgentId> agents();

  /// Declares their worlds in a system that has no workers yet, and lets them join it.
  void join(ChaosSystem system) throws InterruptedException;

  /// From now on games tell nothing of themselves, so that there is an end.
  void hush();

  /// Whether it was said of each write what became of it. A run may be over before that: its
  /// deadline comes first where its last action is handed out late.
  boolean answered(ChaosSystem system, Observer observer);

  /// These with what the games did.
  Facts withDeeds(Facts facts);

  /// What is broken between the games and the loop.
  List<Violation> violations(ChaosSystem system, Observer observer, Facts facts);

  @Override
  void close();

  /// No world of the system is data.
  record Nobody() implements Beside {
    @Override
    public List<WorldDeclaration> declarations() {
      return List.of();
    }

    @Override
    public List<AgentId> agents() {
      return List.of();
    }

    @Override
    public void join(ChaosSystem system) {}

    @Override
    public void hush() {}

    @Override
    public boolean answered(ChaosSystem system, Observer observer) {
      return true;
    }

    @Override
    public Facts withDeeds(Facts facts) {
      return facts;
    }

    @Override
    public List<Violation> violations(ChaosSystem system, Observer observer, Facts facts) {
      return List.of();
    }

    @Override
    public void close() {}
  }
}
