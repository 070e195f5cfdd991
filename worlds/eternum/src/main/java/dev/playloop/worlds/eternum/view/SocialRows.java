package dev.playloop.worlds.eternum.view;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.model.state.EternumView;
import dev.playloop.worlds.eternum.model.state.EternumView.Guild;
import dev.playloop.worlds.eternum.model.state.EternumView.Guilds;
import dev.playloop.worlds.eternum.model.state.EternumView.Leader;
import dev.playloop.worlds.eternum.model.state.EternumView.Leaderboard;
import dev.playloop.worlds.eternum.model.state.EternumView.Member;
import dev.playloop.worlds.eternum.torii.ToriiRow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads guilds and the leaderboard.
final class SocialRows {
  /// How many of the best are shown, and among how many the account's rank is known.
  private static final int BEST = 10;

  private static final int RANKED = 1_000;

  private final Asking asking;

  SocialRows(Asking asking) {
    this.asking = asking;
  }

  /// The account's guild with its members, and others: those that it may join first.
  Guilds guilds() throws InterruptedException {
    List<ToriiRow> membership =
        asking.rows(asking.of("GuildMember").where("member", asking.account()).limit(1));
    Felt own = membership.isEmpty() ? null : membership.getFirst().word("guild_id");
    Set<Felt> invited = new HashSet<>();
    for (ToriiRow row :
        asking.rows(
            asking
                .of("GuildWhitelist")
                .columns("guild_id", "whitelisted")
                .where("address", asking.account()))) {
      if (row.flag("whitelisted")) {
        invited.add(row.word("guild_id"));
      }
    }
    Guild mine = null;
    List<Guild> joinable = new ArrayList<>();
    List<Guild> closed = new ArrayList<>();
    for (ToriiRow row : asking.rows(asking.of("Guild").orderBy("member_count desc", "guild_id"))) {
      Guild guild = guild(row, invited);
      if (own != null && row.word("guild_id").equals(own)) {
        mine = guild;
      } else {
        (guild.open() ? joinable : closed).add(guild);
      }
    }
    joinable.addAll(closed);
    return new Guilds(
        mine,
        own == null ? List.of() : members(own),
        asking.first(joinable, EternumView.MAX_ROWS, "guilds"));
  }

  private static Guild guild(ToriiRow row, Set<Felt> invited) {
    Felt id = row.word("guild_id");
    return new Guild(
        id.hex(),
        PlayerNames.cut(row.text("name")),
        row.flag("public"),
        (int) row.number("member_count"),
        row.flag("public") || invited.contains(id));
  }

  /// The members of a guild.
  List<Member> members(Felt guild) throws InterruptedException {
    List<Felt> addresses =
        Asking.each(
            asking.rows(
                asking
                    .of("GuildMember")
                    .columns("member")
                    .where("guild_id", guild)
                    .orderBy("member")),
            row -> row.word("member"));
    List<Felt> shown = asking.first(addresses, EternumView.MAX_ROWS, "members");
    PlayerNames names = PlayerNames.of(asking, shown);
    return shown.stream().map(each -> new Member(each.hex(), names.of(each))).toList();
  }

  /// The best, and the account where it has points and is among the ranked.
  Leaderboard leaderboard() throws InterruptedException {
    List<ToriiRow> rows =
        asking.rows(
            asking
                .of("PlayerRegisteredPoints")
                .columns("address", "registered_points")
                .orderBy("registered_points desc", "address")
                .limit(RANKED));
    List<Ranked> shown = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      Felt address = rows.get(i).word("address");
      boolean own = address.equals(asking.account());
      if (i < BEST || own) {
        shown.add(new Ranked(i + 1, address, rows.get(i).wide("registered_points").toString()));
      }
    }
    PlayerNames names = PlayerNames.of(asking, shown.stream().map(Ranked::address).toList());
    return new Leaderboard(shown.stream().map(each -> leader(each, names)).toList());
  }

  private record Ranked(int rank, Felt address, String points) {}

  private Leader leader(Ranked ranked, PlayerNames names) {
    @Nullable String name = names.of(ranked.address());
    boolean own = ranked.address().equals(asking.account());
    return new Leader(ranked.rank(), ranked.address().hex(), name, ranked.points(), own);
  }
}
