package dev.playloop.chaos.world;

import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.worlds.declared.model.DeclaredWorld;
import java.nio.charset.StandardCharsets;

/// A world that is data, of one write: its games keep the contract, and are made to fail.
/// Stateless.
public final class Tally {
  private static final String SECRET = "what the games of the crash suite share";

  /// What games of the crash suite that fetch their actions are known by.
  public static final String TOKEN = "a-token-of-the-crash-suite-0123456789";

  private static final String FILE =
      """
      world: WORLD
      tools:
        - name: deposit
          description: Put gold away.
          effect: write
          arguments:
            type: object
            additionalProperties: false
            required: [amount]
            properties: {amount: {type: integer, minimum: 1, maximum: 1000}}
      perspective: {see: none}
      actions: {ACTIONS}
      """;

  private Tally() {}

  /// What requests to its games are signed with.
  public static byte[] secret() {
    return SECRET.getBytes(StandardCharsets.UTF_8);
  }

  /// One whose game is there.
  public static WorldDeclaration at(String world, String url) {
    return with(world, "url: '" + url + "'");
  }

  /// One whose game fetches what it is to do.
  public static WorldDeclaration fetched(String world) {
    return with(world, "pull: true");
  }

  private static WorldDeclaration with(String world, String actions) {
    return new ConfigFile("world.yaml", FILE.replace("WORLD", world).replace("ACTIONS", actions))
        .as(WorldDeclaration.class, DeclaredWorld::misfits);
  }
}
