package dev.playloop.worlds.model;

import dev.playloop.schemas.KindTable;
import dev.playloop.schemas.Nearest;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.TriggerClass;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolDeclaration;
import dev.playloop.schemas.tool.ToolSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What one world declares to those who reason and act in it, under the hash of all of it: two of
/// one name and one hash decide alike. With its tools come the loop's own. Immutable; equal by name
/// and hash.
public final class Catalogue {
  /// What agents have whose world nobody knows: the loop's own tools.
  public static final Catalogue NONE = new Catalogue(null);

  private final @Nullable World world;
  private final @Nullable String hash;
  private final @Nullable Dispatch dispatch;
  private final Map<String, Boolean> owing = new HashMap<>();
  private final ToolCatalogue all;
  private final ToolCatalogue named;

  /// The JSON of each tool's declaration.
  private final Map<ToolDeclaration, byte[]> json = new HashMap<>();

  private Catalogue(@Nullable World world) {
    this.world = world;
    this.all = world == null ? LoopTool.CATALOGUE : world.tools().and(LoopTool.CATALOGUE);
    this.hash = world == null ? null : hashOf(world);
    this.dispatch = world == null ? null : dispatch(world);
    this.named = named(all, dispatch);
    if (world != null) {
      world.owingKinds().forEach(kind -> owing.put(kind, true));
    }
    all.specs().forEach(tool -> json.put(tool.declaration(), Json.bytes(tool.declaration())));
  }

  /// Throws [IllegalArgumentException] where the world offers a tool that is the loop's own, or an
  /// internal one of its own, or lets one tool stand for others than its own.
  public static Catalogue of(World world) {
    for (ToolSpec<?> internal : world.internal().specs()) {
      if (world.tools().find(internal.name()) != null) {
        throw new IllegalArgumentException(
            "world %s offers its internal tool %s".formatted(world.name(), internal.name()));
      }
    }
    return new Catalogue(world);
  }

  private static @Nullable Dispatch dispatch(World world) {
    if (world.dispatched().specs().isEmpty()) {
      return null;
    }
    for (ToolSpec<?> spec : world.dispatched().specs()) {
      ToolSpec<?> own = world.tools().find(spec.name());
      if (own == null || !own.declaration().equals(spec.declaration())) {
        throw new IllegalArgumentException(
            "world %s lets one tool stand for %s, which is none of its tools"
                .formatted(world.name(), spec.name()));
      }
    }
    for (ToolSpec<?> spec : world.tools().specs()) {
      Dispatch.requireOther(spec.name());
    }
    return Dispatch.of(world.dispatched());
  }

  private static ToolCatalogue named(ToolCatalogue all, @Nullable Dispatch dispatch) {
    return dispatch == null
        ? all
        : ToolCatalogue.of(
            all.specs().stream().filter(spec -> !dispatch.standsFor(spec.name())).toList());
  }

  private static String hashOf(World world) {
    StringBuilder text = new StringBuilder(world.name());
    text.append(world.tools().hash()).append(" internal ").append(world.internal().hash());
    if (world.memoryTool() != null) {
      text.append(" memory ").append(world.memoryTool());
    }
    if (!world.dispatched().specs().isEmpty()) {
      text.append(" dispatches ").append(world.dispatched().hash());
    }
    if (world.account() != null) {
      text.append(' ').append(world.account());
    }
    if (world.iterationKind() != null) {
      text.append(" iteration ").append(world.iterationKind());
    }
    if (world.viewWait() != null) {
      text.append(" view wait ").append(world.viewWait());
    }
    if (world.ownGroup() != null) { // so that all actions of a run lie on one topic
      text.append(" group ").append(world.ownGroup());
    }
    if (!world.outlook().isEmpty()) {
      text.append(" outlook ").append(world.outlook());
    }
    if (!world.kinds().isEmpty()) {
      text.append(" kinds ").append(new TreeMap<>(world.kinds()));
    }
    if (!world.owingKinds().isEmpty()) {
      text.append(" owing ").append(new TreeSet<>(world.owingKinds()));
    }
    return Sha256.hex(text.toString());
  }

  /// The world's name; empty where nobody knows it.
  public String name() {
    return world == null ? "" : world.name();
  }

  /// SHA-256 over all that the world declares of its tools, its account and its rhythm, in
  /// lower-case hex; null where nobody knows the world.
  public @Nullable String hash() {
    return hash;
  }

  /// Null where nobody knows it.
  public @Nullable World world() {
    return world;
  }

  /// As [World#ownGroup] says; null where nobody knows the world.
  @Nullable String ownGroup() {
    return world == null ? null : world.ownGroup();
  }

  /// What this kind of trigger is to its agents.
  public TriggerClass classOf(String kind) {
    TriggerClass declared = world == null ? null : KindTable.find(world.kinds(), kind);
    return declared == null ? TriggerClass.of(kind) : declared;
  }

  /// Whether a trigger of this kind owes its subject a reply.
  public boolean owesReply(String kind) {
    return KindTable.find(owing, kind) != null;
  }

  /// The world's tools that a model may call.
  public ToolCatalogue tools() {
    return world == null ? ToolCatalogue.EMPTY : world.tools();
  }

  /// Those that only the loop may call.
  public ToolCatalogue internal() {
    return world == null ? ToolCatalogue.EMPTY : world.internal();
  }

  /// The tools that a model calls by their own names: the world's, but for those for which one
  /// stands, and the loop's.
  public ToolCatalogue named() {
    return named;
  }

  /// A tool of the world that a model may call, or null.
  public @Nullable ToolSpec<?> find(String tool) {
    return tools().find(tool);
  }

  /// The same or an internal one.
  public @Nullable ToolSpec<?> findAny(String tool) {
    ToolSpec<?> offered = find(tool);
    return offered == null ? internal().find(tool) : offered;
  }

  /// The world's tools that the boundary allows, in the world's order.
  public List<ToolSpec<?>> allowed(AgentConfig.Boundary boundary) {
    return tools().specs().stream().filter(spec -> boundary.allows(spec.name())).toList();
  }

  /// All tools a model is offered: the allowed ones of its world, then the loop's.
  private List<ToolSpec<?>> offered(AgentConfig.Boundary boundary) {
    List<ToolSpec<?>> offered = new ArrayList<>(allowed(boundary));
    offered.addAll(LoopTool.CATALOGUE.specs());
    return offered;
  }

  /// All that a model is offered, as it sees it.
  public List<ToolDeclaration> declarations(AgentConfig.Boundary boundary) {
    if (dispatch == null) {
      return offered(boundary).stream().map(ToolSpec::declaration).toList();
    }
    List<ToolSpec<?>> throughOne = new ArrayList<>();
    List<ToolDeclaration> byName = new ArrayList<>();
    for (ToolSpec<?> spec : offered(boundary)) {
      if (dispatch.standsFor(spec.name())) {
        throughOne.add(spec);
      } else {
        byName.add(spec.declaration());
      }
    }
    List<ToolDeclaration> declarations = new ArrayList<>(dispatch.declarations(throughOne));
    declarations.addAll(byName);
    return declarations;
  }

  /// The JSON of a declaration, written once for each tool. Not to be changed.
  public byte[] json(ToolDeclaration tool) {
    byte[] known = json.get(tool);
    return known == null ? Json.bytes(tool) : known;
  }

  /// The one by which a model calls several of the world's tools, or null where it calls each by
  /// its name.
  public @Nullable Dispatch dispatch() {
    return dispatch;
  }

  /// What an offered tool is called that a wrong call was probably meant to be, or null: its name,
  /// or how it is called through the one that stands for it.
  public @Nullable String nearest(AgentConfig.Boundary boundary, ToolCall wrong) {
    List<String> names = offered(boundary).stream().map(ToolSpec::name).toList();
    return dispatch == null || Dispatch.isOne(wrong.name())
        ? Nearest.of(wrong.target(), names)
        : dispatch.nearest(names, wrong.name());
  }

  /// The same among what a turn offers, for a name that is none of them.
  public @Nullable String nearest(List<ToolDeclaration> offered, String wrong) {
    List<String> names = new ArrayList<>();
    for (ToolDeclaration each : offered) {
      if (named.find(each.name()) != null) {
        names.add(each.name());
      }
    }
    if (dispatch == null) {
      return Nearest.of(wrong, names);
    }
    names.addAll(dispatch.offered(offered));
    return dispatch.nearest(names, wrong);
  }

  /// The internal write by which a closed run leaves a memory, or null where the world keeps none.
  public @Nullable String memoryTool() {
    return world == null ? null : world.memoryTool();
  }

  /// The time limit that a tool declares, an internal one too, or null.
  public @Nullable Duration timeLimit(String tool) {
    ToolSpec<?> spec = findAny(tool);
    return spec == null ? null : spec.timeLimit();
  }

  /// How long a turn waits for a view, or null where the loop's policy says it.
  public @Nullable Duration viewWait() {
    return world == null ? null : world.viewWait();
  }

  /// The kind of trigger whose runs go on with one piece of work, or null.
  public @Nullable String iterationKind() {
    return world == null ? null : world.iterationKind();
  }

  /// The LLM money that the world keeps, or null where it keeps none.
  public @Nullable LlmAccount account() {
    return world == null ? null : world.account();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Catalogue that
        && name().equals(that.name())
        && Objects.equals(hash, that.hash);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name(), hash);
  }

  @Override
  public String toString() {
    return world == null ? "no world" : world.name() + " " + hash;
  }
}
