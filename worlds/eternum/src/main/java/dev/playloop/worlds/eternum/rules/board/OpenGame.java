package dev.playloop.worlds.eternum.rules.board;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.ContractContext;
import dev.playloop.worlds.eternum.rules.cairo.Panic;
import dev.playloop.worlds.eternum.rules.cairo.Uint;
import dev.playloop.worlds.eternum.rules.record.GameRecord;
import dev.playloop.worlds.eternum.rules.record.RecordKind;
import dev.playloop.worlds.eternum.rules.record.RecordKinds;
import dev.playloop.worlds.eternum.rules.record.WorldDoor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One game of the world as a system sees it during one call: its records, its clock, its stories.
/// The twin of `game.cairo`.
public final class OpenGame {
  private static final RecordKind CONFIG = RecordKinds.named("WorldConfig");
  private static final RecordKind STORY = RecordKinds.named("StoryEvent");

  private final ContractContext context;
  private final WorldDoor door;
  private final Uint id;
  private final GameRecord config;
  private final Uint now;

  private OpenGame(ContractContext context, WorldDoor door, GameRecord config) {
    this.context = context;
    this.door = door;
    this.config = config;
    id = config.uint("game_id");
    now = Uint.u64(context.blockTimestamp());
  }

  /// The game by its number, which must exist and have begun.
  public static OpenGame open(ContractContext context, Felt world, Uint gameId) {
    WorldDoor door = new WorldDoor(context, world);
    GameRecord config =
        door.find(CONFIG, List.of(gameId.felt()))
            .orElseThrow(() -> Panic.text("game " + gameId + " does not exist"));
    OpenGame game = new OpenGame(context, door, config);
    Uint start = config.uint("start_at");
    Panic.unless(game.now.atLeast(start), "game " + gameId + " begins at " + start);
    return game;
  }

  public ContractContext context() {
    return context;
  }

  public WorldDoor door() {
    return door;
  }

  public Felt caller() {
    return context.caller();
  }

  public Uint id() {
    return id;
  }

  /// A u64, seconds.
  public Uint now() {
    return now;
  }

  public Uint config(String field) {
    return config.uint(field);
  }

  /// The number of the army's tick.
  public Uint tick() {
    return now.over(config("tick_seconds"));
  }

  /// The record with these keys behind the game's number.
  public Optional<GameRecord> find(String model, Felt... keys) {
    return door.find(RecordKinds.named(model), prefixed(keys));
  }

  /// A record of which nothing is written yet.
  public GameRecord blank(String model, Felt... keys) {
    return GameRecord.blank(RecordKinds.named(model), prefixed(keys));
  }

  public void put(GameRecord record) {
    door.set(record);
  }

  public void remove(String model, Felt... keys) {
    door.remove(RecordKinds.named(model), prefixed(keys));
  }

  public void emit(GameRecord event) {
    door.emit(event);
  }

  public Uint uuid() {
    return door.uuid();
  }

  private List<Felt> prefixed(Felt... keys) {
    List<Felt> all = new ArrayList<>();
    all.add(id.felt());
    all.addAll(List.of(keys));
    return all;
  }

  public GameRecord structure(Uint structure) {
    return find("Structure", structure.felt())
        .orElseThrow(() -> Panic.text("structure " + structure + " does not exist"));
  }

  /// The structure, which must be the caller's.
  public GameRecord ownStructure(Uint structure) {
    GameRecord found = structure(structure);
    Panic.unless(found.felt("owner").equals(caller()), "structure " + structure + " is not yours");
    return found;
  }

  public GameRecord explorer(Uint explorer) {
    return find("ExplorerTroops", explorer.felt())
        .orElseThrow(() -> Panic.text("explorer " + explorer + " does not exist"));
  }

  /// The explorer, whose home must be the caller's.
  public GameRecord ownExplorer(Uint explorer) {
    GameRecord found = explorer(explorer);
    GameRecord home = structure(found.uint("owner"));
    Panic.unless(home.felt("owner").equals(caller()), "explorer " + explorer + " is not yours");
    return found;
  }

  /// Tells what the caller did with an entity, and up to three numbers whose meaning is the kind's.
  public void story(String kind, Uint entity, Uint... values) {
    GameRecord told =
        GameRecord.blank(STORY, List.of(id.felt(), uuid().felt()))
            .with("owner.Some", caller())
            .with("entity_id.Some", entity)
            .with("tx_hash", context.transactionHash())
            .withVariant("story", RecordKinds.variant("StoryKind", kind))
            .with("timestamp", now);
    String[] fields = {"value.first", "value.second", "value.third"};
    for (int i = 0; i < values.length; i++) {
      told.with(fields[i], values[i].into(128));
    }
    emit(told);
  }
}
