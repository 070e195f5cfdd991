package dev.playloop.worlds.society.model;

import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.OneOf;
import dev.playloop.schemas.tool.Traits;
import org.jspecify.annotations.Nullable;

/// The data tools. They change nothing, return at most 50 rows, and answer `{"found":false}` for
/// what does not exist.
public sealed interface SocietyRead extends SocietyTool {

  @Describe("Look up a user's public profile: name, role, identity, faction and community.")
  @Traits(effect = Effect.READ)
  record GetUserProfile(
      @Describe("id or name of the user") @Bounds(min = 1, max = 128) String userId)
      implements SocietyRead {}

  @Describe("Look up your own health, energy, gold, morale and inventory.")
  @Traits(effect = Effect.READ)
  record GetMyStats() implements SocietyRead {}

  @Describe("Look up a user's primary community and its ideology.")
  @Traits(effect = Effect.READ)
  record GetUserCommunity(
      @Describe("id or name of the user") @Bounds(min = 1, max = 128) String userId)
      implements SocietyRead {}

  @Describe("List the members of a community.")
  @Traits(effect = Effect.READ)
  record GetCommunityMembers(
      @Describe("id or name of the community") @Bounds(min = 1, max = 128) String communityId,
      @Describe("how many at most, 50 if left out") @Bounds(min = 1, max = 50)
          @Nullable Integer limit)
      implements SocietyRead {}

  @Describe(
      "Look up how you stand to a user or a community: sentiment, trust, loyalty and history."
          + " All zero where you have none.")
  @Traits(effect = Effect.READ)
  record GetRelationship(
      @Describe("id or name of a user or a community") @Bounds(min = 1, max = 128) String targetId)
      implements SocietyRead {}

  @Describe("Look up one battle: its sides, your enemy, status, damage and priority.")
  @Traits(effect = Effect.READ)
  record GetBattleDetails(
      @Describe("id of the battle, such as battle_456") @Bounds(min = 1, max = 128) String battleId)
      implements SocietyRead {}

  @Describe("List the active battles of a community.")
  @Traits(effect = Effect.READ)
  record GetActiveBattles(
      @Describe("id or name of the community; your own communities if left out")
          @Bounds(min = 1, max = 128)
          @Nullable String communityId,
      @Describe("how many at most, 20 if left out") @Bounds(min = 1, max = 50)
          @Nullable Integer limit)
      implements SocietyRead {}

  @Describe("List what the market sells: price, stock and what one unit does.")
  @Traits(effect = Effect.READ)
  record GetMarketItems() implements SocietyRead {}

  @Describe("Look up the price of one item.")
  @Traits(effect = Effect.READ)
  record GetItemPrice(
      @Describe("name of the item, such as food") @Bounds(min = 1, max = 128) String itemName)
      implements SocietyRead {}

  @Describe("List the jobs you can do for gold, with their pay and what energy they cost.")
  @Traits(effect = Effect.READ)
  record GetAvailableJobs() implements SocietyRead {}

  @Describe("Search your own memories by a user's id, or by words.")
  @Traits(effect = Effect.READ)
  record SearchMemories(
      @Describe("a user's id, or words to look for") @Bounds(min = 0, max = 500) String query,
      @Describe("how many at most, 5 if left out") @Bounds(min = 1, max = 50)
          @Nullable Integer limit)
      implements SocietyRead {}

  @Describe("Search the rules and lore of the game.")
  @Traits(effect = Effect.READ)
  record SearchKnowledge(
      @Describe("words to look for") @Bounds(min = 0, max = 500) String query,
      @Describe("how many at most, 3 if left out") @Bounds(min = 1, max = 50)
          @Nullable Integer limit)
      implements SocietyRead {}

  @Describe("Read the newest messages between you and one user, newest first.")
  @Traits(effect = Effect.READ)
  record GetConversationHistory(
      @Describe("id or name of the other user") @Bounds(min = 1, max = 128) String userId,
      @Describe("how many at most, 10 if left out") @Bounds(min = 1, max = 50)
          @Nullable Integer limit)
      implements SocietyRead {}

  @Describe(
      "Read the newest posts: public ones and those of your communities, of one user or one community"
          + " if you name it.")
  @Traits(effect = Effect.READ)
  record GetRecentPosts(
      @Describe("only posts of this user") @Bounds(min = 1, max = 128) @Nullable String userId,
      @Describe("only posts in this community") @Bounds(min = 1, max = 128)
          @Nullable String communityId,
      @Describe("how many at most, 5 if left out") @Bounds(min = 1, max = 50)
          @Nullable Integer limit)
      implements SocietyRead {}

  @Describe("Find users by a part of their name or id.")
  @Traits(effect = Effect.READ)
  record FindUsers(
      @Describe("part of the name or id") @Bounds(min = 1, max = 128) String name,
      @Describe("how many at most, 10 if left out") @Bounds(min = 1, max = 50)
          @Nullable Integer limit)
      implements SocietyRead {}

  @Describe("List the communities there are, your own first.")
  @Traits(effect = Effect.READ)
  record GetCommunities(
      @Describe("only those with this in their name or id") @Bounds(min = 1, max = 128)
          @Nullable String name,
      @Describe("how many at most, 20 if left out") @Bounds(min = 1, max = 50)
          @Nullable Integer limit,
      @Describe("how many to skip, to read on; 0 if left out") @Bounds(min = 0, max = 100_000)
          @Nullable Integer offset)
      implements SocietyRead {}

  @Describe(
      "List proposals in a community of yours, the newest first: votes so far, your own vote, and"
          + " until when it is open.")
  @Traits(effect = Effect.READ)
  record GetProposals(
      @Describe("id or name of the community; all your communities if left out")
          @Bounds(min = 1, max = 128)
          @Nullable String communityId,
      @Describe("only those in this state") @OneOf({"open", "passed", "rejected"})
          @Nullable String status,
      @Describe("how many at most, 10 if left out") @Bounds(min = 1, max = 50)
          @Nullable Integer limit)
      implements SocietyRead {}

  @Describe("Read one proposal of your communities in full, with its votes.")
  @Traits(effect = Effect.READ)
  record GetProposal(@Describe("id of the proposal") @Bounds(min = 1, max = 128) String proposalId)
      implements SocietyRead {}

  @Describe("List who fights in a battle, on which side, and the damage they dealt, most first.")
  @Traits(effect = Effect.READ)
  record GetBattleParticipants(
      @Describe("id of the battle, such as battle_456") @Bounds(min = 1, max = 128) String battleId,
      @Describe("how many at most, 20 if left out") @Bounds(min = 1, max = 50)
          @Nullable Integer limit)
      implements SocietyRead {}
}
