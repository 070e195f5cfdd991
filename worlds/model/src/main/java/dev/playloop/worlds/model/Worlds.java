package dev.playloop.worlds.model;

import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.world.WorldDeclaration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The worlds that are known, each by its name and by the hash of what it declares. Of one name
/// several declarations may be held, and which ones may change while somebody asks: whoever needs
/// the same one twice keeps it. Asked by any thread, on every step: must not block, but for
/// [#catchUp] and what says that it asks it.
@FunctionalInterface
public interface Worlds {
  /// Every declaration that is held; of one name the one that is in force stands first. Who holds
  /// some of a name of which none is in force says so by [#current] and [#names].
  List<Catalogue> all();

  /// The declaration of this world that is in force; [Catalogue#NONE] where none is known.
  default Catalogue current(String world) {
    for (Catalogue each : all()) {
      if (each.name().equals(world)) {
        return each;
      }
    }
    return Catalogue.NONE;
  }

  /// Exactly this declaration; null where it is not held.
  default @Nullable Catalogue find(String world, String hash) {
    for (Catalogue each : all()) {
      if (each.name().equals(world) && Objects.equals(each.hash(), hash)) {
        return each;
      }
    }
    return null;
  }

  /// What models may call in this world now; null where it is not known.
  default @Nullable ToolCatalogue tools(String world) {
    Catalogue current = current(world);
    return current.world() == null ? null : current.tools();
  }

  /// What somebody else meant who names this declaration: that one, else the one in force, by whose
  /// own check a call of another release must pass. Catches up before it falls back.
  ///
  /// @param hash null where none was named
  default Catalogue meant(String world, @Nullable String hash) {
    if (hash == null) {
      return current(world);
    }
    Catalogue exact = find(world, hash);
    if (exact == null && catchUp(world)) {
      exact = find(world, hash);
    }
    return exact == null ? current(world) : exact;
  }

  /// Learns what was declared of this world until now, for a declaration that somebody else may
  /// have seen first. Blocks for moments, for some seconds at most. Returns whether there was
  /// anything to learn from; throws an unchecked exception where that is away, for then nobody can
  /// say that a world is not there.
  default boolean catchUp(String world) {
    return false;
  }

  /// As they are held now, for good.
  default Worlds held() {
    List<Catalogue> now = all();
    return () -> now;
  }

  /// Who retired a world that is declared no more, by its name: what is open in it ends.
  default Map<String, String> retired() {
    return Map.of();
  }

  /// Under which names actions of worlds lie on topics, in order; these are fixed, and there are
  /// [#ownGroups] beside them.
  default Set<String> groups() {
    return names();
  }

  /// The other names, in order, which declarations name that are held, those too that are not in
  /// force any more: of them runs may be open, and actions under way.
  default Set<String> ownGroups() {
    Set<String> own = new TreeSet<>();
    for (Catalogue each : all()) {
      if (each.ownGroup() != null) {
        own.add(each.ownGroup());
      }
    }
    return own;
  }

  /// Under which of these names this world's actions lie by what is in force.
  default String group(String world) {
    return group(world, null);
  }

  /// Under which of these names actions lie that name this declaration: that which it names, else
  /// the world's own name, or what all worlds share that are data. So all actions of a run lie
  /// under one name, whatever is declared meanwhile. By what is in force, where that declaration is
  /// not held or none is named.
  default String group(String world, @Nullable String hash) {
    Catalogue exact = hash == null ? null : find(world, hash);
    String own = (exact == null ? current(world) : exact).ownGroup();
    if (own != null) {
      return own;
    }
    return groups().contains(world) ? world : WorldDeclaration.SHARED;
  }

  /// Whether the world is known. May wait a moment for what was declared right before, and is not
  /// asked on every step.
  default boolean knows(String world) {
    return current(world).world() != null || (catchUp(world) && current(world).world() != null);
  }

  /// The names, in order.
  default Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    all().forEach(each -> names.add(each.name()));
    return names;
  }

  /// One declaration each, for good. Throws [IllegalArgumentException] where two have one name, or
  /// as [Catalogue#of] does.
  static Worlds of(List<? extends World> worlds) {
    Set<String> names = new HashSet<>();
    for (World world : worlds) {
      if (!names.add(world.name())) {
        throw new IllegalArgumentException("two worlds are named " + world.name());
      }
    }
    List<Catalogue> all = worlds.stream().map(Catalogue::of).toList();
    return () -> all;
  }

  static Worlds of(World... worlds) {
    return of(List.of(worlds));
  }
}
