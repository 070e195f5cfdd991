package dev.playloop.audit;

import dev.playloop.audit.ExportFormat.CatalogueLine;
import dev.playloop.audit.ExportFormat.Tools;
import dev.playloop.journal.Desk;
import dev.playloop.journal.FoldRelease;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.journal.Refold;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.schemas.seal.KeyRing;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.model.Catalogue;
import dev.playloop.worlds.model.LoopTool;
import dev.playloop.worlds.model.Worlds;
import java.util.List;

/// What journals are folded again with: the loop's policy, and what the worlds of this build
/// declare.
public record FoldBuild(LoopPolicy policy, Worlds worlds) {
  public JournalVerifier verifier(KeyRing keys) {
    return new JournalVerifier(refold(), keys);
  }

  public Refold refold() {
    return new Refold(Desk.of(policy, worlds));
  }

  public FoldRelease release() {
    return FoldRelease.of(policy, worlds);
  }

  /// What compares an export's parts with its entries, by the tools of this build.
  public ExportParts parts() {
    return new ExportParts(release(), catalogues());
  }

  /// The tools of this build, those of each world in a line of its own, each of its declarations
  /// apart.
  public List<CatalogueLine> catalogues() {
    return worlds.all().stream()
        .map(one ->
            CatalogueLine.of(
                FoldRelease.of(policy, () -> List.of(one)), policy.toString(), tools(one)))
        .toList();
  }

  private static List<Tools> tools(Catalogue world) {
    return List.of(
        tools("loop", LoopTool.CATALOGUE),
        tools(world.name(), world.tools()),
        tools(world.name() + " internal", world.internal()));
  }

  private static Tools tools(String of, ToolCatalogue catalogue) {
    return new Tools(
        of, catalogue.hash(), catalogue.specs().stream().map(ToolSpec::declaration).toList());
  }
}
