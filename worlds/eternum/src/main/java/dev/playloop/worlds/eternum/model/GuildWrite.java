package dev.playloop.worlds.eternum.model;

import dev.playloop.schemas.json.Matches;
import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.Heading;
import dev.playloop.schemas.tool.LaneBy;
import dev.playloop.schemas.tool.Traits;
import dev.playloop.worlds.eternum.model.game.CairoType;
import dev.playloop.worlds.eternum.model.game.Encoded;

/// Who belongs together.
@Heading("Guild")
public sealed interface GuildWrite extends EternumWrite {
  @Describe("Found a guild; you need a name, and no guild yet.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record CreateGuild(
      @Describe("whether anybody may join") @Encoded(name = "public", type = CairoType.BOOL)
          boolean isPublic,
      @Describe("up to 31 letters, digits and signs of ASCII")
          @Encoded(name = "name", type = CairoType.SHORT_STRING)
          @Bounds(min = 1, max = 31)
          @Matches("[ -~]+")
          String guildName)
      implements GuildWrite {}

  @Describe("Join a guild that is public, or has you on its list.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record JoinGuild(
      @Describe("the guild, which is its owner's address")
          @Encoded(name = "guild_id", type = CairoType.ADDRESS)
          @Bounds(min = 3, max = 66)
          @Matches(EternumWrite.ADDRESS)
          String guildEntityId)
      implements GuildWrite {}

  @Describe("Leave your guild; an owner ends it.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record LeaveGuild() implements GuildWrite {}

  @Describe("Put a named player on the list of your own guild, or take one off.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record UpdateWhitelist(
      @Describe("the player's address")
          @Encoded(name = "address", type = CairoType.ADDRESS)
          @Bounds(min = 3, max = 66)
          @Matches(EternumWrite.ADDRESS)
          String address,
      @Describe("true to put on, false to take off")
          @Encoded(name = "whitelist", type = CairoType.BOOL)
          boolean whitelist)
      implements GuildWrite {}
}
