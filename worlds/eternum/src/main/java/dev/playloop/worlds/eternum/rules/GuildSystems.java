package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.ContractContext;
import dev.playloop.worlds.chain.simulator.ContractProgram;
import dev.playloop.worlds.eternum.rules.board.OpenGame;
import dev.playloop.worlds.eternum.rules.board.Systems;
import dev.playloop.worlds.eternum.rules.cairo.Panic;
import dev.playloop.worlds.eternum.rules.cairo.Parameters;
import dev.playloop.worlds.eternum.rules.cairo.Uint;
import dev.playloop.worlds.eternum.rules.record.GameRecord;
import java.util.List;

/// Guilds of players, each known by its owner's address. The twin of `guild.cairo`.
final class GuildSystems {
  private static final Uint MAX_MEMBERS = Uint.u16(50);

  private GuildSystems() {}

  static ContractProgram program() {
    return Systems.of("guild_systems")
        .on("create_guild", GuildSystems::create)
        .on("join_guild", GuildSystems::join)
        .on("leave_guild", GuildSystems::leave)
        .on("update_whitelist", GuildSystems::list)
        .build();
  }

  private static List<Felt> create(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    boolean open = parameters.bool();
    Felt name = parameters.felt();
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    NameSystems.check(name);
    checkNamed(game, game.caller(), "you have");
    checkFree(game);
    game.put(
        game.blank("Guild", game.caller())
            .with("name", name)
            .with("public", open)
            .with("member_count", 1));
    game.put(game.blank("GuildMember", game.caller()).with("guild_id", game.caller()));
    tell(game, "GuildCreateStory", Uint.u8(1));
    return List.of();
  }

  private static List<Felt> join(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Felt guildId = parameters.address();
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    checkNamed(game, game.caller(), "you have");
    checkFree(game);
    GameRecord guild = guild(game, guildId);
    Panic.unless(
        guild.flag("public") || game.find("GuildWhitelist", guildId, game.caller()).isPresent(),
        "the guild is not public, and you are not on its list");
    Uint members = guild.uint("member_count");
    Panic.unless(members.below(MAX_MEMBERS), "the guild has " + MAX_MEMBERS + " members");
    game.put(guild.with("member_count", members.plus(1)));
    game.put(game.blank("GuildMember", game.caller()).with("guild_id", guildId));
    tell(game, "GuildJoinStory", members.plus(1));
    return List.of();
  }

  private static List<Felt> leave(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    GameRecord member =
        game.find("GuildMember", game.caller())
            .orElseThrow(() -> Panic.text("you are in no guild"));
    Felt guildId = member.felt("guild_id");
    GameRecord guild = guild(game, guildId);
    Uint left = guild.uint("member_count").minus(1);
    if (guildId.equals(game.caller())) {
      Panic.unless(left.isZero(), "your guild has " + left + " other members");
      game.remove("Guild", guildId);
    } else {
      game.put(guild.with("member_count", left));
    }
    game.remove("GuildMember", game.caller());
    tell(game, "GuildLeaveStory", left);
    return List.of();
  }

  private static List<Felt> list(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Felt address = parameters.address();
    boolean listed = parameters.bool();
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    Panic.unless(game.find("Guild", game.caller()).isPresent(), "you own no guild");
    Panic.unless(!address.equals(game.caller()), "you are in your own guild");
    checkNamed(game, address, "the player has");
    if (listed) {
      game.put(game.blank("GuildWhitelist", game.caller(), address).with("whitelisted", true));
    } else {
      game.remove("GuildWhitelist", game.caller(), address);
    }
    tell(game, "GuildWhitelistStory", Uint.u8(listed ? 1 : 0));
    return List.of();
  }

  private static void checkNamed(OpenGame game, Felt address, String who) {
    boolean named = game.find("AddressName", address).isPresent();
    Panic.unless(named && !address.isZero(), who + " no name");
  }

  private static void checkFree(OpenGame game) {
    Panic.unless(game.find("GuildMember", game.caller()).isEmpty(), "you are in a guild");
  }

  private static GameRecord guild(OpenGame game, Felt id) {
    return game.find("Guild", id).orElseThrow(() -> Panic.text("the guild does not exist"));
  }

  private static void tell(OpenGame game, String kind, Uint count) {
    game.story(kind, Uint.u32(0), count);
  }
}
