package dev.playloop.projector.shell;

import dev.playloop.worlds.model.Catalogue;
import dev.playloop.worlds.model.Worlds;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// Worlds that change while they are asked, as those of a topic do.
///
/// @param now of one name the first is in force, unless that is retired
/// @param retired who retired which
/// @param learning what happens where somebody catches up
record HeldWorlds(Supplier<List<Catalogue>> now, Map<String, String> retired, Runnable learning)
    implements Worlds {
  @Override
  public List<Catalogue> all() {
    return now.get();
  }

  @Override
  public Worlds held() {
    List<Catalogue> known = now.get();
    return new HeldWorlds(() -> known, retired, () -> {});
  }

  /// A copy, for a test may retire another.
  @Override
  public Map<String, String> retired() {
    return Map.copyOf(retired);
  }

  @Override
  public Catalogue current(String world) {
    return retired.containsKey(world) ? Catalogue.NONE : Worlds.super.current(world);
  }

  @Override
  public boolean catchUp(String world) {
    learning.run();
    return true;
  }
}
