package dev.playloop.worlds.declared.model;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.config.ConfigFile.Misfit;
import dev.playloop.schemas.event.TriggerClass;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.SchemaTool;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolDeclaration;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.schemas.view.Panel;
import dev.playloop.schemas.world.DeclaredTool;
import dev.playloop.schemas.world.Outlook;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.worlds.model.LoopTool;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A world of which there is no code: what its declaration says. Immutable; two of equal
/// declarations decide alike.
public final class DeclaredWorld implements World {
  private final WorldDeclaration declaration;
  private final ToolCatalogue tools;
  private final Perspective perspective;

  private DeclaredWorld(WorldDeclaration declaration, ToolCatalogue tools) {
    this.declaration = declaration;
    this.tools = tools;
    Outlook outlook = declaration.perspective();
    this.perspective =
        switch (outlook.see()) {
          case NONE -> Perspective.blind();
          case ENTITIES -> new EntitiesPerspective(outlook);
          case SPATIAL -> SpatialPerspective.of(outlook);
        };
  }

  /// Throws [InvalidValueException] for the first of [#misfits].
  public static DeclaredWorld of(WorldDeclaration declaration) {
    List<Misfit> misfits = new ArrayList<>();
    ToolCatalogue tools = tools(declaration, misfits);
    if (!misfits.isEmpty()) {
      Misfit first = misfits.getFirst();
      throw new InvalidValueException(
          String.join(".", first.path().stream().map(Object::toString).toList()),
          first.expected(),
          first.got());
    }
    return new DeclaredWorld(declaration, tools);
  }

  /// What is wrong with its tools; empty where nothing is.
  public static List<Misfit> misfits(WorldDeclaration declaration) {
    List<Misfit> misfits = new ArrayList<>();
    tools(declaration, misfits);
    return List.copyOf(misfits);
  }

  private static ToolCatalogue tools(WorldDeclaration declaration, List<Misfit> misfits) {
    List<ToolSpec<?>> specs = new ArrayList<>();
    for (int i = 0; i < declaration.tools().size(); i++) {
      DeclaredTool tool = declaration.tools().get(i);
      if (LoopTool.CATALOGUE.find(tool.name()) != null) {
        misfits.add(
            new Misfit(
                List.of("tools", i, "name"),
                "a name that none of the loop's own tools has",
                "'" + tool.name() + "'"));
        continue;
      }
      if (tool.says() != null && !isText(tool, tool.says())) {
        misfits.add(
            new Misfit(
                List.of("tools", i, "says"),
                "a parameter of type string of a tool that writes",
                "'" + tool.says() + "'"));
      }
      try {
        specs.add(spec(tool));
      } catch (InvalidValueException e) {
        misfits.add(new Misfit(at(i, tool, e.field()), e.expected(), e.got()));
      } catch (IllegalArgumentException e) { // a lane by what is no parameter of each call
        misfits.add(
            new Misfit(
                List.of("tools", i, "lane"),
                String.valueOf(e.getMessage()),
                "'" + tool.name() + "'"));
      }
    }
    if (declaration.guard() != null
        && declaration.tools().stream().allMatch(tool -> tool.says() == null)) {
      misfits.add(
          new Misfit(List.of("guard"), "a tool with 'says', for the guard to look at", "none"));
    }
    return ToolCatalogue.of(specs);
  }

  private static boolean isText(DeclaredTool tool, String parameter) {
    JsonNode type =
        Json.tree(tool.arguments().text()).path("properties").path(parameter).path("type");
    return tool.effect() == DeclaredTool.Deed.WRITE && type.asString("").equals("string");
  }

  /// The field is told with the tool's name before it, or without.
  private static List<Object> at(int index, DeclaredTool tool, String field) {
    List<Object> path = new ArrayList<>(List.of("tools", index));
    String own =
        field.startsWith(tool.name() + ".") ? field.substring(tool.name().length() + 1) : field;
    path.addAll(List.of(own.split("\\.")));
    return path;
  }

  private static ToolSpec<SchemaTool> spec(DeclaredTool tool) {
    SchemaTool.Declaration declared = SchemaTool.Declaration.of(tool.effect().effect());
    if (tool.replyTo() != null) {
      declared = declared.replyTo(tool.replyTo());
    }
    if (tool.says() != null) {
      declared = declared.says(tool.says());
    }
    if (tool.endsRun()) {
      declared = declared.ending();
    }
    DeclaredTool.SharedLane lane = tool.lane();
    if (lane != null) {
      declared = declared.lane(lane.by().lane(), lane.name());
    }
    if (tool.limit() != null) {
      declared = declared.limit(tool.limit());
    }
    return ToolSpec.of(
        new ToolDeclaration(tool.name(), tool.description(), tool.arguments()), declared);
  }

  public WorldDeclaration declaration() {
    return declaration;
  }

  @Override
  public String name() {
    return declaration.world();
  }

  @Override
  public ToolCatalogue tools() {
    return tools;
  }

  @Override
  public Boolean keepsLedger() {
    return true;
  }

  @Override
  public Perspective perspective() {
    return perspective;
  }

  @Override
  public @Nullable Duration viewWait() {
    return declaration.viewWait();
  }

  @Override
  public Map<String, TriggerClass> kinds() {
    return declaration.triggers();
  }

  @Override
  public Set<String> owingKinds() {
    return Set.copyOf(declaration.owesReply());
  }

  @Override
  public @Nullable String ownGroup() {
    return declaration.group();
  }

  @Override
  public boolean isFetched() {
    return declaration.actions().isPulled();
  }

  /// Null where its agents see nothing.
  @Override
  public @Nullable Panel panel(View view) {
    boolean isBlind = declaration.perspective().see() == Outlook.See.NONE;
    return isBlind && view.state().isEmpty()
        ? null
        : new DeclaredPanel(declaration.perspective()).of(view);
  }

  /// What its agents see by; where actions go does not matter to them.
  @Override
  public String outlook() {
    return Json.text(declaration.perspective());
  }
}
