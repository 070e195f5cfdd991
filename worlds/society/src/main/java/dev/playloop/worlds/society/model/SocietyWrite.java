package dev.playloop.worlds.society.model;

import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.LaneBy;
import dev.playloop.schemas.tool.OneOf;
import dev.playloop.schemas.tool.Traits;
import org.jspecify.annotations.Nullable;

/// The action tools. Each is one transaction. Quantities and energy are 1 to 100, so that no
/// purchase can mint gold. Who acts is never an argument.
public sealed interface SocietyWrite extends SocietyTool {

  @Describe("Send a message to a user.")
  @Traits(effect = Effect.WRITE, says = "content")
  record SendMessage(
      @Describe("id or name of the receiver") @Bounds(min = 1, max = 128) String userId,
      @Describe("what to say") @Bounds(min = 1, max = 2000) String content)
      implements SocietyWrite {}

  @Describe(
      "Answer a message that you received. Do this last: it ends the run when nothing else is"
          + " open.")
  @Traits(
      effect = Effect.WRITE,
      replyTo = "messageId",
      says = "content",
      endsRun = true,
      laneBy = LaneBy.ARGUMENT, // so that an agent can talk while another write waits for a person
      lane = "messageId")
  record ReplyToMessage(
      @Describe("id of the message you answer") @Bounds(min = 1, max = 128) String messageId,
      @Describe("what to say") @Bounds(min = 1, max = 2000) String content)
      implements SocietyWrite {}

  @Describe("Publish a post, to everyone or in one of your communities. @name mentions a user.")
  @Traits(effect = Effect.WRITE, says = "content")
  record CreatePost(
      @Describe("the text") @Bounds(min = 1, max = 4000) String content,
      @Describe("id or name of a community you belong to") @Bounds(min = 1, max = 128)
          @Nullable String communityId)
      implements SocietyWrite {}

  @Describe("Fight for your community in an active battle; each energy you spend is one damage.")
  @Traits(effect = Effect.WRITE)
  record JoinBattle(
      @Describe("id of the battle, such as battle_456") @Bounds(min = 1, max = 128) String battleId,
      @Describe("energy to spend; you need at least as much") @Bounds(min = 1, max = 100)
          int energyAmount)
      implements SocietyWrite {}

  @Describe("Decide not to fight in a battle, and leave a record of it.")
  @Traits(effect = Effect.WRITE)
  record IgnoreBattle(
      @Describe("id of the battle, such as battle_456") @Bounds(min = 1, max = 128) String battleId,
      @Describe("why you stay away") @Bounds(min = 1, max = 500) @Nullable String reason)
      implements SocietyWrite {}

  @Describe("Buy an item from the market with your gold.")
  @Traits(effect = Effect.WRITE)
  record BuyItem(
      @Describe("name of the item, such as food") @Bounds(min = 1, max = 128) String itemName,
      @Describe("how many, 1 if left out") @Bounds(min = 1, max = 100) @Nullable Integer quantity)
      implements SocietyWrite {}

  @Describe("Use up an item from your inventory and gain what it gives.")
  @Traits(effect = Effect.WRITE)
  record ConsumeItem(
      @Describe("name of the item, such as food") @Bounds(min = 1, max = 128) String itemName,
      @Describe("how many, 1 if left out") @Bounds(min = 1, max = 100) @Nullable Integer quantity)
      implements SocietyWrite {}

  @Describe("Do a job once: it costs energy and pays gold.")
  @Traits(effect = Effect.WRITE)
  record DoWork(
      @Describe("the job, such as mining; see get_available_jobs") @Bounds(min = 1, max = 128)
          String jobType)
      implements SocietyWrite {}

  @Describe("Join a community. Your first one becomes your primary community.")
  @Traits(effect = Effect.WRITE)
  record JoinCommunity(
      @Describe("id or name of the community") @Bounds(min = 1, max = 128) String communityId)
      implements SocietyWrite {}

  @Describe("Leave a community.")
  @Traits(effect = Effect.WRITE)
  record LeaveCommunity(
      @Describe("id or name of the community") @Bounds(min = 1, max = 128) String communityId)
      implements SocietyWrite {}

  @Describe(
      "Put a proposal to the vote in a community you belong to. When its time is over, it has passed"
          + " if more members said yes than no.")
  @Traits(effect = Effect.WRITE)
  record CreateProposal(
      @Describe("id or name of the community") @Bounds(min = 1, max = 128) String communityId,
      @Describe("the proposal in one line") @Bounds(min = 1, max = 200) String title,
      @Describe("what it means and why") @Bounds(min = 1, max = 4000) String description,
      @Describe("how many hours it stays open, 24 if left out") @Bounds(min = 1, max = 168)
          @Nullable Integer hours)
      implements SocietyWrite {}

  @Describe("Vote on an open proposal of your community; voting again changes your vote.")
  @Traits(effect = Effect.WRITE)
  record VoteOnProposal(
      @Describe("id of the proposal") @Bounds(min = 1, max = 128) String proposalId,
      @Describe("your vote") @OneOf({"yes", "no", "abstain"}) String vote)
      implements SocietyWrite {}

  /// Leaves a memory of a closed run. Internal: the loop releases it, no model is offered it.
  /// `source` is the run's id, and makes the memory unique.
  @Describe("Leave a memory of a closed run.")
  @Traits(effect = Effect.WRITE)
  record RememberRun(
      @Describe("who or what the run was about") @Bounds(min = 0, max = 128)
          @Nullable String subject,
      @Describe("what happened") @Bounds(min = 1, max = 4000) String summary,
      @Describe("how much it matters, 0 to 1") @Bounds(min = 0, max = 1)
          @Nullable Double importance,
      @Describe("id of the run") @Bounds(min = 1, max = 300) String source)
      implements SocietyWrite {}
}
