package dev.playloop.schemas.tool;

import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.Lane;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// Which lane a tool's calls go through. Actors and arguments stand in it as hashes, since they may
/// be of any length and letters.
///
/// @param name by WORLD the lane's name, by ARGUMENT the parameter's, at most 64 characters; else
///   empty
record LaneRule(LaneBy by, String name) {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");
  private static final int MAX_NAME = 64;
  private static final int HASH = 32;

  /// Throws [IllegalArgumentException] for what only the author of a tool can have got wrong.
  LaneRule {
    if ((by == LaneBy.WORLD || by == LaneBy.ARGUMENT) == name.isEmpty()) {
      throw new IllegalArgumentException(
          "a lane by " + by + (name.isEmpty() ? " needs a name" : " has no name: " + name));
    }
    if (name.length() > MAX_NAME) {
      throw new IllegalArgumentException("a lane's name has at most " + MAX_NAME + " characters");
    }
    if (by == LaneBy.WORLD && !NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("a lane is named as " + NAME + ", not " + name);
    }
  }

  /// Refuses, likewise, a lane by a parameter that some calls lack or write in several ways.
  void requireAmong(Arguments<?> arguments) {
    if (by == LaneBy.ARGUMENT && !arguments.tellsApart(name)) {
      throw new IllegalArgumentException(
          "a lane by argument needs a required text or whole number named " + name);
    }
  }

  Lane of(Effect effect, AgentId agent, String actor, ActionId action, JsonNode args) {
    String world = agent.world();
    return switch (by) {
      case EFFECT -> new Lane(effect == Effect.WRITE ? agent.value() : action.value());
      case AGENT -> new Lane(agent.value());
      case ACTOR -> new Lane(world + ":actor:" + hash(actor));
      case WORLD -> new Lane(world + ":" + name);
      case ARGUMENT -> new Lane(world + ":" + name + ":" + hash(args.path(name).toString()));
    };
  }

  private static String hash(String text) {
    return Sha256.hex(text).substring(0, HASH);
  }
}
