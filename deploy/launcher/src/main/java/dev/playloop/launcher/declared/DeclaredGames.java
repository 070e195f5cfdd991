package dev.playloop.launcher.declared;

import dev.playloop.kit.WallClock;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.tool.SchemaTool;
import dev.playloop.schemas.world.WorldDeclaration.Guard;
import dev.playloop.worlds.declared.act.DeclaredActions;
import dev.playloop.worlds.declared.game.GameAddress;
import dev.playloop.worlds.declared.game.GameLimits;
import dev.playloop.worlds.declared.game.GameSecret;
import dev.playloop.worlds.declared.game.HttpGame;
import dev.playloop.worlds.declared.game.PushedActions;
import dev.playloop.worlds.declared.guard.GuardedActions;
import dev.playloop.worlds.declared.guard.TextGuard;
import dev.playloop.worlds.declared.model.DeclaredWorld;
import dev.playloop.worlds.declared.pull.PulledWorlds;
import dev.playloop.worlds.model.CannotOpenWorld;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldBinding;
import dev.playloop.worlds.model.WorldUnavailable;
import dev.playloop.worlds.model.Worlds;
import java.util.List;
import java.util.function.Supplier;

/// How an executor reaches the games of worlds that are data.
///
/// @param keys what it signs with
/// @param listed private addresses and ranges that may be asked all the same
public record DeclaredGames(Keys keys, List<String> listed) {
  /// Bytes of what a guard answers.
  private static final int MAX_VERDICT = 64 * 1024;

  /// What the actions of a world are signed with.
  @FunctionalInterface
  public interface Keys {
    /// Throws [CannotOpenWorld] where there is none, or it can't be read.
    byte[] of(String world);
  }

  public DeclaredGames {
    listed = List.copyOf(listed);
  }

  /// What acts in those of a group; the caller closes its actions.
  ///
  /// @param group what all declared worlds share, or a name that some declare
  /// @param pulled where those wait whose games fetch them
  public WorldBinding<SchemaTool> binding(String group, Worlds worlds, PulledWorlds pulled) {
    return new WorldBinding<>(
        group,
        worlds,
        new GuardedActions(
            worlds,
            new DeclaredActions(
                worlds,
                world -> opened(world, pulled),
                pulled.partitions(group),
                WallClock.system()),
            this::guard));
  }

  private TextGuard guard(DeclaredWorld world, Guard guard) {
    GameLimits limits = new GameLimits(guard.limit(), guard.limit(), MAX_VERDICT);
    return reached(
        world,
        () ->
            new TextGuard(
                HttpGame.at(GameAddress.of(guard.url(), listed), limits),
                GameSecret.of(keys.of(world.name())),
                WallClock.system()));
  }

  private WorldActions<SchemaTool> opened(DeclaredWorld world, PulledWorlds pulled) {
    String url = world.declaration().actions().url();
    return url == null ? pulled.actions(world.name()) : posted(world, url);
  }

  private WorldActions<SchemaTool> posted(DeclaredWorld world, String url) {
    return reached(
        world,
        () ->
            new PushedActions(
                HttpGame.at(GameAddress.of(url, listed), GameLimits.USUAL),
                GameSecret.of(keys.of(world.name())),
                WallClock.system()));
  }

  /// A key that is missing, or an address that is none, is an outage of that world.
  private static <T> T reached(DeclaredWorld world, Supplier<T> opening) {
    try {
      return opening.get();
    } catch (CannotOpenWorld e) {
      throw new WorldUnavailable(
          "world %s: %s. %s".formatted(world.name(), e.getMessage(), e.nextStep()), e);
    } catch (InvalidValueException e) {
      throw new WorldUnavailable("world " + world.name() + ": " + e.getMessage(), e);
    }
  }
}
