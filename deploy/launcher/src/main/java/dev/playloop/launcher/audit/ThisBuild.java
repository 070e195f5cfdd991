package dev.playloop.launcher.audit;

import dev.playloop.audit.FoldBuild;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.loop.state.LoopPolicy;

/// The fold of this build.
public final class ThisBuild {
  private ThisBuild() {}

  public static FoldBuild fold() {
    return new FoldBuild(LoopPolicy.DEFAULT, InstalledWorlds.worlds());
  }
}
