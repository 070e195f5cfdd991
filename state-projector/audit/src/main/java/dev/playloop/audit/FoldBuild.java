package dev.playloop.audit;

import dev.playloop.audit.ExportFormat.CatalogueLine;
import dev.playloop.audit.ExportFormat.Tools;
import dev.playloop.journal.Desk;
import dev.playloop.journal.FoldRelease;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.journal.KeyRing;
import dev.playloop.journal.Refold;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.model.LoopTool;
import dev.playloop.worlds.model.World;
import java.util.ArrayList;
import java.util.List;

/// What journals are folded again with: the loop's policy, and the worlds of this build.
public record FoldBuild(LoopPolicy policy, List<World> worlds) {
  public FoldBuild {
    worlds = List.copyOf(worlds);
  }

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

  /// The tools of this build, those of each world in a line of its own.
  public List<CatalogueLine> catalogues() {
    return worlds.stream()
        .map(List::of)
        .map(one -> CatalogueLine.of(FoldRelease.of(policy, one), policy.toString(), tools(one)))
        .toList();
  }

  private static List<Tools> tools(List<World> worlds) {
    List<Tools> tools = new ArrayList<>();
    tools.add(tools("loop", LoopTool.CATALOGUE));
    for (World world : worlds) {
      tools.add(tools(world.name(), world.tools()));
      tools.add(tools(world.name() + " internal", world.internal()));
    }
    return tools;
  }

  private static Tools tools(String of, ToolCatalogue catalogue) {
    return new Tools(
        of, catalogue.hash(), catalogue.specs().stream().map(ToolSpec::declaration).toList());
  }
}
