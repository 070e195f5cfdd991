package dev.playloop.worlds.society;

import static dev.playloop.worlds.society.Verdict.answer;
import static dev.playloop.worlds.society.Verdict.refused;
import static dev.playloop.worlds.society.Verdict.seen;
import static dev.playloop.worlds.society.Verdict.unseen;

import dev.playloop.worlds.society.model.SocietyWrite.CreateProposal;
import dev.playloop.worlds.society.model.SocietyWrite.JoinCommunity;
import dev.playloop.worlds.society.model.SocietyWrite.LeaveCommunity;
import dev.playloop.worlds.society.model.SocietyWrite.VoteOnProposal;
import java.util.Map;
import java.util.Optional;

/// Membership, proposals and votes.
final class Communities {
  private static final int HOURS_OPEN = 24;

  private Communities() {}

  static boolean isMember(Deed deed, String community) {
    return deed.number(
            "select 1 from user_communities where user_id = :me and community_id = :community",
            Map.of("me", deed.actor(), "community", community))
        .isPresent();
  }

  static Verdict join(Deed deed, JoinCommunity join) {
    return deed.meant(
        SocietyNames.COMMUNITIES, join.communityId(), "communityId", id -> join(deed, id));
  }

  private static Verdict join(Deed deed, String community) {
    String name =
        deed.text("select name from communities where id = :id", Map.of("id", community))
            .orElseThrow();
    // The actor's row is locked, so no second first community can come in between.
    Optional<String> primary =
        deed.text(
            "insert into user_communities (user_id, community_id, is_primary)"
                + " select :me, :community, not exists"
                + " (select 1 from user_communities where user_id = :me and is_primary)"
                + " on conflict do nothing returning cast(is_primary as text)",
            Map.of("me", deed.actor(), "community", community));
    if (primary.isEmpty()) {
      return refused("already_member", "You belong to " + name + " already", "communityId");
    }
    return seen(
        answer()
            .put("joined", community)
            .put("name", name)
            .put("primary", Boolean.parseBoolean(primary.get())));
  }

  static Verdict leave(Deed deed, LeaveCommunity leave) {
    return deed.meant(
        SocietyNames.COMMUNITIES, leave.communityId(), "communityId", id -> leave(deed, id));
  }

  private static Verdict leave(Deed deed, String community) {
    int left =
        deed.update(
            "delete from user_communities where user_id = :me and community_id = :community",
            Map.of("me", deed.actor(), "community", community));
    if (left == 0) {
      return refused("not_a_member", "You are no member of " + community, "communityId");
    }
    deed.update(
        "update user_communities set is_primary = true where user_id = :me"
            + " and not exists (select 1 from user_communities where user_id = :me and is_primary)"
            + " and community_id = (select community_id from user_communities where user_id = :me"
            + " order by created_at, community_id limit 1)",
        Map.of("me", deed.actor()));
    return seen(
        answer()
            .put("left", community)
            .put(
                "primary",
                deed.text(
                        "select community_id from user_communities"
                            + " where user_id = :me and is_primary",
                        Map.of("me", deed.actor()))
                    .orElse(null)));
  }

  static Verdict propose(Deed deed, CreateProposal propose) {
    return deed.meant(
        SocietyNames.COMMUNITIES,
        propose.communityId(),
        "communityId",
        id -> propose(deed, id, propose));
  }

  private static Verdict propose(Deed deed, String community, CreateProposal propose) {
    if (!isMember(deed, community)) {
      return refused("not_a_member", "You are no member of " + community, "communityId");
    }
    String id = deed.id("proposal");
    int hours = propose.hours() == null ? HOURS_OPEN : propose.hours();
    String closesAt =
        deed.text(
                "insert into proposals"
                    + " (id, community_id, author_id, title, description, hops, closes_at)"
                    + " values (:id, :community, :me, :title, :description, :hops,"
                    + " now() + make_interval(hours => :hours))"
                    + " returning to_json(closes_at) #>> '{}'",
                Map.of(
                    "id", id,
                    "community", community,
                    "me", deed.actor(),
                    "title", propose.title(),
                    "description", propose.description(),
                    "hops", deed.action().hops(),
                    "hours", hours))
            .orElseThrow();
    deed.notice(
        "proposal.created",
        answer()
            .put("proposalId", id)
            .put("communityId", community)
            .put("from", deed.actor())
            .put("fromName", deed.name())
            .put("title", propose.title())
            .put("text", propose.description())
            .put("closesAt", closesAt),
        "select user_id from user_communities where community_id = :community",
        Map.of("community", community));
    return unseen(answer().put("proposalId", id).put("status", "open").put("closesAt", closesAt));
  }

  static Verdict vote(Deed deed, VoteOnProposal vote) {
    Optional<String> community =
        deed.text(
            "select community_id from proposals where id = :id", Map.of("id", vote.proposalId()));
    if (community.isEmpty()) {
      return refused("no_such_proposal", "There is no proposal " + vote.proposalId(), "proposalId");
    }
    if (!isMember(deed, community.get())) {
      return refused("not_a_member", "You are no member of " + community.get(), "proposalId");
    }
    // The share lock keeps the proposal open until the vote is in.
    int counted =
        deed.update(
            "insert into votes (proposal_id, user_id, vote) select id, :me, :vote from"
                + " (select id from proposals where id = :id and status = 'open'"
                + " and (closes_at is null or closes_at > now()) for share) still_open"
                + " on conflict (proposal_id, user_id) do update set vote = excluded.vote",
            Map.of("id", vote.proposalId(), "me", deed.actor(), "vote", vote.vote()));
    if (counted == 0) {
      return refused(
          "proposal_closed", "The proposal " + vote.proposalId() + " is closed", "proposalId");
    }
    return unseen(answer().put("proposalId", vote.proposalId()).put("vote", vote.vote()));
  }
}
