package dev.playloop.worlds.eternum.rules.record;

import dev.playloop.worlds.chain.Felt;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// All models of the game.
public final class RecordKinds {
  private static final Map<String, RecordKind> BY_NAME = ModelsFile.GAME.kinds();
  private static final Map<Felt, RecordKind> BY_SELECTOR =
      BY_NAME.values().stream()
          .collect(Collectors.toUnmodifiableMap(RecordKind::selector, Function.identity()));

  private RecordKinds() {}

  /// Throws [IllegalArgumentException] for an unknown name: a mistake of ours.
  public static RecordKind named(String name) {
    RecordKind kind = BY_NAME.get(name);
    if (kind == null) {
      throw new IllegalArgumentException("no model " + name);
    }
    return kind;
  }

  public static Optional<RecordKind> with(Felt selector) {
    return Optional.ofNullable(BY_SELECTOR.get(selector));
  }

  public static Collection<RecordKind> all() {
    return BY_NAME.values();
  }

  /// The place of an enum's variant. Throws [IllegalArgumentException] where there is none.
  public static int variant(String type, String name) {
    int place = variants(type).indexOf(name);
    if (place < 0) {
      throw new IllegalArgumentException("no " + name + " in " + type);
    }
    return place;
  }

  /// The names of an enum's variants in the contract's order.
  public static List<String> variants(String type) {
    return Objects.requireNonNull(ModelsFile.GAME.enums().get(type), type);
  }
}
