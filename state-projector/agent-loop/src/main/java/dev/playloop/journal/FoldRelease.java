package dev.playloop.journal;

import dev.playloop.loop.Fold;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.schemas.Sha256;
import dev.playloop.worlds.model.Catalogue;
import dev.playloop.worlds.model.LoopTool;
import dev.playloop.worlds.model.Worlds;
import java.util.Comparator;
import java.util.List;

/// What decides how an input is folded: the fold's version, and as one hash what worlds declare,
/// the loop's own tools and its constants. Only the release that wrote an entry can fold it again.
public record FoldRelease(int fold, String catalogue) {
  /// Of this build, for all that is in force or held.
  public static FoldRelease of(LoopPolicy policy, Worlds worlds) {
    return of(Fold.VERSION, policy, worlds.all());
  }

  static FoldRelease of(int fold, LoopPolicy policy, List<Catalogue> catalogues) {
    StringBuilder all = new StringBuilder(policy.toString());
    all.append('\n').append(LoopTool.CATALOGUE.hash());
    catalogues.stream()
        .sorted(Comparator.comparing(Catalogue::toString))
        .forEach(each -> all.append('\n').append(each));
    return new FoldRelease(fold, Sha256.hex(all.toString()));
  }
}
