package dev.playloop.journal;

import dev.playloop.loop.Fold;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.schemas.Sha256;
import dev.playloop.worlds.model.LoopTool;
import dev.playloop.worlds.model.World;
import java.util.Comparator;
import java.util.List;

/// What decides how an input is folded: the fold's version, and the catalogue (the tools of worlds,
/// internal ones too, with all that they declare, the loop's own tools and its constants) as a
/// hash. Only the release that wrote an entry can fold it again.
public record FoldRelease(int fold, String catalogue) {
  public static FoldRelease of(LoopPolicy policy, List<World> worlds) {
    StringBuilder all = new StringBuilder(policy.toString());
    all.append('\n').append(LoopTool.CATALOGUE.hash());
    worlds.stream()
        .sorted(Comparator.comparing(World::name))
        .forEach(world -> {
          all.append('\n').append(world.name()).append(world.tools().hash());
          all.append(" internal ").append(world.internal().hash());
          if (world.memoryTool() != null) {
            all.append(" memory ").append(world.memoryTool());
          }
          if (world.dispatches()) {
            all.append("dispatches");
          }
          if (world.account() != null) {
            all.append(world.account());
          }
          if (world.iterationKind() != null) {
            all.append(world.iterationKind());
          }
          if (world.viewWait() != null) {
            all.append(world.viewWait());
          }
        });
    return new FoldRelease(Fold.VERSION, Sha256.hex(all.toString()));
  }
}
