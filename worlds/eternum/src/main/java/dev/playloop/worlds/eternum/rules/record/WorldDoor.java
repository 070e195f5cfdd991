package dev.playloop.worlds.eternum.rules.record;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.chain.simulator.ContractContext;
import dev.playloop.worlds.eternum.rules.cairo.Uint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A system's way to the records: every read and write is a call of the world contract, as it is in
/// Cairo. For one call of a system.
public final class WorldDoor {
  private static final Felt GET = Selector.of("get");
  private static final Felt SET = Selector.of("set");
  private static final Felt REMOVE = Selector.of("remove");
  private static final Felt EMIT = Selector.of("emit_event");
  private static final Felt UUID = Selector.of("uuid");
  private static final Felt CONTRACT = Selector.of("contract");

  private final ContractContext context;
  private final Felt world;

  public WorldDoor(ContractContext context, Felt world) {
    this.context = context;
    this.world = world;
  }

  /// The record of these keys, or none where none was written or it was removed.
  public Optional<GameRecord> find(RecordKind kind, List<Felt> keys) {
    List<Felt> call = new ArrayList<>();
    call.add(kind.selector());
    span(call, keys);
    List<Felt> reply = context.call(world, GET, call);
    return reply.size() == 1
        ? Optional.empty()
        : Optional.of(GameRecord.of(kind, keys, reply.subList(1, reply.size())));
  }

  public void set(GameRecord record) {
    context.call(world, SET, written(record));
  }

  public void remove(RecordKind kind, List<Felt> keys) {
    List<Felt> call = new ArrayList<>();
    call.add(kind.selector());
    span(call, keys);
    context.call(world, REMOVE, call);
  }

  public void emit(GameRecord event) {
    context.call(world, EMIT, written(event));
  }

  /// A number that no record of the world had before.
  public Uint uuid() {
    return Uint.of(32, context.call(world, UUID, List.of()).getFirst().value());
  }

  /// The address that the directory has under a name.
  public Felt contract(Felt name) {
    return context.call(world, CONTRACT, List.of(name)).getFirst();
  }

  private static List<Felt> written(GameRecord record) {
    List<Felt> call = new ArrayList<>();
    call.add(record.kind().selector());
    span(call, record.keys());
    span(call, record.values());
    return call;
  }

  private static void span(List<Felt> into, List<Felt> words) {
    into.add(Felt.of(words.size()));
    into.addAll(words);
  }
}
