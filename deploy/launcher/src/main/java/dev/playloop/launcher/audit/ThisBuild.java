package dev.playloop.launcher.audit;

import dev.playloop.audit.FoldBuild;
import dev.playloop.audit.evidence.Evidence;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.schemas.world.WorldRecord;
import dev.playloop.worlds.declared.model.DeclaredWorlds;
import java.util.Map;

/// The fold of this build.
public final class ThisBuild {
  /// As it is released.
  public static final String VERSION = "0.1.0";

  private ThisBuild() {}

  /// With the worlds that `evidence` declares.
  public static FoldBuild fold(Evidence evidence) {
    return fold(evidence.worlds());
  }

  /// With what is declared of worlds, by keys.
  public static FoldBuild fold(Map<String, WorldRecord> declared) {
    return new FoldBuild(LoopPolicy.DEFAULT, DeclaredWorlds.of(InstalledWorlds.worlds(), declared));
  }
}
