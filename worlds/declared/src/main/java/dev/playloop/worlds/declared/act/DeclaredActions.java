package dev.playloop.worlds.declared.act;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.schemas.tool.SchemaTool;
import dev.playloop.schemas.world.WorldDeclaration.Reach;
import dev.playloop.worlds.declared.model.DeclaredWorld;
import dev.playloop.worlds.model.Call;
import dev.playloop.worlds.model.Prepared;
import dev.playloop.worlds.model.Reconciled;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldUnavailable;
import dev.playloop.worlds.model.Worlds;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The acting half of every world that is data: an action goes where its world's declaration says
/// that is in force now. At most [#AT_A_TIME] calls of one world run at a time, and others wait for
/// a place as long as calls end, so that a busy game is kept busy and a frozen one does not take
/// the places of the others: one that gets none finds the world busy, and comes again. Called on
/// many threads at once.
public final class DeclaredActions implements WorldActions<SchemaTool> {
  /// Calls of one world at a time.
  public static final int AT_A_TIME = 16;

  /// A game that ends none of its calls within this time is not asked more for now.
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final Worlds worlds;
  private final Function<DeclaredWorld, WorldActions<SchemaTool>> opener;
  private final Partitions partitions;
  private final InstantSource clock;
  private final Duration patience;
  private final Map<String, Opened> opened = new HashMap<>();
  private boolean closed;

  private record Opened(Reach reach, WorldActions<SchemaTool> actions, CallPlaces places) {}

  /// Who wants to know which partitions of the worlds' actions are here. Must not block.
  public interface Partitions {
    void gained(int partition);

    void lost(int partition);
  }

  /// `opener` makes what acts in one world; it is closed with this, or when the world's actions go
  /// elsewhere.
  public DeclaredActions(
      Worlds worlds,
      Function<DeclaredWorld, WorldActions<SchemaTool>> opener,
      Partitions partitions,
      InstantSource clock) {
    this(worlds, opener, partitions, clock, PATIENCE);
  }

  /// `patience`: for how long a game may end none of its calls before nobody waits for it.
  DeclaredActions(
      Worlds worlds,
      Function<DeclaredWorld, WorldActions<SchemaTool>> opener,
      Partitions partitions,
      InstantSource clock,
      Duration patience) {
    this.worlds = worlds;
    this.opener = opener;
    this.partitions = partitions;
    this.clock = clock;
    this.patience = patience;
  }

  @Override
  public Class<SchemaTool> type() {
    return SchemaTool.class;
  }

  @Override
  public Safety safety() {
    return Safety.LEDGER;
  }

  @Override
  public void takenOver(int partition, List<LedgerEntry> ledger) {
    partitions.gained(partition);
  }

  @Override
  public void lost(int partition) {
    partitions.lost(partition);
  }

  @FunctionalInterface
  private interface Acting<T> {
    T by(WorldActions<SchemaTool> actions) throws InterruptedException;
  }

  @Override
  public ActionResult look(Call<SchemaTool> call) throws InterruptedException {
    return in(
        call.action(),
        actions -> {
          inTime(call.action());
          return actions.look(call);
        });
  }

  @Override
  public @Nullable JsonNode prepare(Call<SchemaTool> call) throws InterruptedException {
    return opened(call.action()).actions().prepare(call);
  }

  @Override
  public ActionResult perform(Call<SchemaTool> call, Prepared prepared, Lease lease)
      throws InterruptedException {
    return in(
        call.action(),
        actions -> {
          lease.mayBegin(); // it may have waited
          inTime(call.action());
          return actions.perform(call, prepared, lease);
        });
  }

  @Override
  public Reconciled reconcile(Call<SchemaTool> call, Prepared prepared)
      throws InterruptedException {
    return in(call.action(), actions -> actions.reconcile(call, prepared));
  }

  @Override
  public ActionResult simulate(Call<SchemaTool> call) throws InterruptedException {
    return in(call.action(), actions -> actions.simulate(call));
  }

  private <T> T in(Action action, Acting<T> acting) throws InterruptedException {
    Opened world = opened(action);
    if (!world.places().take()) {
      throw WorldUnavailable.busy(
          "world %s answers none of its %d open calls"
              .formatted(action.agent().world(), AT_A_TIME));
    }
    try {
      if (!opened(action).equals(world)) {
        throw new WorldUnavailable("world %s was declared anew".formatted(action.agent().world()));
      }
      return acting.by(world.actions());
    } finally {
      world.places().give();
    }
  }

  /// Whoever waited for a place until its time was over is told so by the executor, and the game is
  /// not asked.
  private void inTime(Action action) {
    if (clock.instant().isAfter(action.notAfter())) {
      throw WorldUnavailable.busy("its time was over before it had a place");
    }
  }

  private synchronized Opened opened(Action action) {
    String name = action.agent().world();
    if (closed || !(worlds.current(name).world() instanceof DeclaredWorld world)) {
      throw new WorldUnavailable("world " + name + " is not declared here");
    }
    Reach reach = world.declaration().actions();
    Opened known = opened.get(name);
    if (known == null || !known.reach().equals(reach)) {
      Opened now =
          new Opened(
              reach, opener.apply(world), new CallPlaces(AT_A_TIME, patience, System::nanoTime));
      opened.put(name, now);
      if (known != null) {
        known.actions().close();
      }
      return now;
    }
    return known;
  }

  @Override
  public synchronized void close() {
    closed = true;
    opened.values().forEach(each -> each.actions().close());
    opened.clear();
  }
}
