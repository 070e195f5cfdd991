package dev.playloop.schemas.tool;

import dev.playloop.schemas.Nearest;
import dev.playloop.schemas.Sha256;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The tools of a world in a fixed order. `hash` changes with any name, description, schema,
/// effect, lane, reply, end of a run, time limit or heading.
public final class ToolCatalogue {
  public static final ToolCatalogue EMPTY = of(List.of());

  private final Map<String, ToolSpec<?>> byName = new LinkedHashMap<>();
  private final List<ToolSpec<?>> specs;
  private final String hash;

  private ToolCatalogue(List<ToolSpec<?>> specs) {
    this.specs = List.copyOf(specs);
    StringBuilder all = new StringBuilder();
    for (ToolSpec<?> spec : specs) {
      if (byName.put(spec.name(), spec) != null) {
        throw new IllegalArgumentException("two tools are named " + spec.name());
      }
      all.append(spec.declaration()).append(spec.behaviour()).append('\n');
    }
    hash = Sha256.hex(all.toString());
  }

  public static ToolCatalogue of(List<ToolSpec<?>> specs) {
    return new ToolCatalogue(specs);
  }

  /// All permitted records of sealed types, in the order they are declared.
  @SafeVarargs
  public static ToolCatalogue ofSealed(Class<? extends Tool>... sealed) {
    List<ToolSpec<?>> specs = new ArrayList<>();
    for (Class<? extends Tool> type : sealed) {
      collect(type, specs);
    }
    return of(specs);
  }

  private static void collect(Class<? extends Tool> type, List<ToolSpec<?>> into) {
    if (type.isRecord()) {
      into.add(ToolSpec.of(type));
      return;
    }
    for (Class<?> permitted : type.getPermittedSubclasses()) {
      collect(permitted.asSubclass(Tool.class), into);
    }
  }

  /// These tools and then those of `other`.
  public ToolCatalogue and(ToolCatalogue other) {
    List<ToolSpec<?>> all = new ArrayList<>(specs());
    all.addAll(other.specs());
    return of(all);
  }

  public @Nullable ToolSpec<?> find(String name) {
    return byName.get(name);
  }

  /// The valid name that a wrong one was probably meant to be, or null.
  public @Nullable String nearest(String wrong) {
    return Nearest.of(wrong, byName.keySet());
  }

  public List<ToolSpec<?>> specs() {
    return specs;
  }

  /// SHA-256 over all that the tools declare, lower-case hex.
  public String hash() {
    return hash;
  }
}
