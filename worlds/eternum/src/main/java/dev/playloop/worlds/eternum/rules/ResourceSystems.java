package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.ContractContext;
import dev.playloop.worlds.chain.simulator.ContractProgram;
import dev.playloop.worlds.eternum.rules.board.Arrivals;
import dev.playloop.worlds.eternum.rules.board.MapCoord;
import dev.playloop.worlds.eternum.rules.board.OpenGame;
import dev.playloop.worlds.eternum.rules.board.Stores;
import dev.playloop.worlds.eternum.rules.board.Systems;
import dev.playloop.worlds.eternum.rules.cairo.Panic;
import dev.playloop.worlds.eternum.rules.cairo.Parameters;
import dev.playloop.worlds.eternum.rules.cairo.Uint;
import dev.playloop.worlds.eternum.rules.record.GameRecord;
import dev.playloop.worlds.eternum.rules.record.ResourceAmount;
import java.util.List;

/// Resources between structures, by donkeys that take their time. The twin of `resource.cairo`.
final class ResourceSystems {
  private ResourceSystems() {}

  static ContractProgram program() {
    return Systems.of("resource_systems")
        .on("send", ResourceSystems::send)
        .on("approve", ResourceSystems::approve)
        .on("pickup", ResourceSystems::pickup)
        .on("arrivals_offload", ResourceSystems::offload)
        .build();
  }

  private static List<Felt> send(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Uint senderId = parameters.u32();
    Uint recipientId = parameters.u32();
    List<ResourceAmount> resources = parameters.span(ResourceAmount::read);
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    GameRecord sender = game.ownStructure(senderId);
    checkOther(senderId, recipientId);
    GameRecord recipient = game.structure(recipientId);
    Stores.checkList(resources);
    Stores.spendAll(game, senderId, resources);
    Stores.burnDonkeys(game, senderId, resources);
    Uint seconds = seconds(game, sender, recipient);
    Arrivals.arrive(game, recipientId, seconds, resources);
    game.story("ResourceSendStory", senderId, recipientId, seconds);
    return List.of();
  }

  private static List<Felt> approve(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Uint ownerId = parameters.u32();
    Uint recipientId = parameters.u32();
    List<ResourceAmount> resources = parameters.span(ResourceAmount::read);
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    GameRecord owner = game.ownStructure(ownerId);
    checkOther(ownerId, recipientId);
    game.structure(recipientId);
    Stores.checkList(resources);
    for (ResourceAmount item : resources) {
      game.put(
          game.blank("ResourceAllowance", allowance(owner, recipientId, item))
              .with("amount", item.amount()));
    }
    game.story("ResourceApproveStory", ownerId, recipientId);
    return List.of();
  }

  private static List<Felt> pickup(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Uint recipientId = parameters.u32();
    Uint ownerId = parameters.u32();
    List<ResourceAmount> resources = parameters.span(ResourceAmount::read);
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    GameRecord recipient = game.ownStructure(recipientId);
    checkOther(ownerId, recipientId);
    GameRecord owner = game.structure(ownerId);
    Stores.checkList(resources);
    for (ResourceAmount item : resources) {
      use(game, owner, recipientId, item);
    }
    Stores.spendAll(game, ownerId, resources);
    Stores.burnDonkeys(game, recipientId, resources);
    // The donkeys go there first.
    Uint seconds = seconds(game, recipient, owner).times(2);
    Arrivals.arrive(game, recipientId, seconds, resources);
    game.story("ResourcePickupStory", recipientId, ownerId, seconds);
    return List.of();
  }

  private static void use(OpenGame game, GameRecord owner, Uint recipient, ResourceAmount item) {
    Felt[] keys = allowance(owner, recipient, item);
    GameRecord allowance =
        game.find("ResourceAllowance", keys).orElseGet(() -> game.blank("ResourceAllowance", keys));
    Uint allowed = allowance.uint("amount");
    Panic.unless(
        allowed.atLeast(item.amount()),
        "structure %s may take %s of resource %s, not %s"
            .formatted(recipient, allowed, item.resource(), item.amount()));
    game.put(allowance.with("amount", allowed.minus(item.amount())));
  }

  private static Felt[] allowance(GameRecord owner, Uint recipient, ResourceAmount item) {
    return new Felt[] {owner.felt("entity_id"), recipient.felt(), item.resource().felt()};
  }

  private static List<Felt> offload(ContractContext context, Parameters parameters) {
    Uint gameId = parameters.u32();
    Uint structureId = parameters.u32();
    Uint day = parameters.u64();
    Uint slot = parameters.u8();
    Uint count = parameters.u8();
    parameters.end();
    OpenGame game = Systems.open(context, gameId);
    game.ownStructure(structureId);
    checkBegun(game, day, slot);
    Felt[] keys = Arrivals.keys(structureId, day, slot);
    GameRecord arrival =
        game.find("ResourceArrival", keys).orElseGet(() -> game.blank("ResourceArrival", keys));
    List<ResourceAmount> there = arrival.list("resources");
    Panic.unless(!count.isZero(), "the count of resources is zero");
    Panic.unless(
        count.toInt() <= there.size(),
        "day %s slot %s holds %s resources, not %s".formatted(day, slot, there.size(), count));
    for (ResourceAmount item : there.subList(0, count.toInt())) {
      Stores.grant(game, structureId, item.resource(), item.amount());
    }
    List<ResourceAmount> left = there.subList(count.toInt(), there.size());
    if (left.isEmpty()) {
      game.remove("ResourceArrival", keys);
    } else {
      game.put(arrival.withList("resources", left));
    }
    game.story("ArrivalsOffloadStory", structureId, day, slot, count);
    return List.of();
  }

  private static void checkBegun(OpenGame game, Uint day, Uint slot) {
    Uint slots = game.config("day_slots");
    Panic.unless(slot.below(slots), "a day has " + slots + " slots, not " + slot);
    Panic.unless(game.now().atLeast(day), "day " + day + " is far away");
    Uint begins = Arrivals.slotBegins(game, day, slot);
    Panic.unless(
        game.now().atLeast(begins),
        "day %s slot %s begins at %s, and it is %s".formatted(day, slot, begins, game.now()));
  }

  private static Uint seconds(OpenGame game, GameRecord from, GameRecord to) {
    return Arrivals.travelSeconds(game, MapCoord.ofStructure(from), MapCoord.ofStructure(to));
  }

  private static void checkOther(Uint one, Uint other) {
    Panic.unless(!one.equals(other), "structure " + one + " is both sides");
  }
}
