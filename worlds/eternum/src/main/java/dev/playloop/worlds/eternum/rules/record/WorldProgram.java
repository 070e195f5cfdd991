package dev.playloop.worlds.eternum.rules.record;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.crypto.Poseidon;
import dev.playloop.worlds.chain.crypto.Selector;
import dev.playloop.worlds.chain.simulator.ContractContext;
import dev.playloop.worlds.chain.simulator.ContractProgram;
import dev.playloop.worlds.eternum.rules.cairo.Entrypoints;
import dev.playloop.worlds.eternum.rules.cairo.Panic;
import dev.playloop.worlds.eternum.rules.cairo.Parameters;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/// The contract that holds every record of the game and the directory of its systems, which alone
/// may write. Each write is an event too, from which an indexer builds its tables.
public final class WorldProgram {
  private static final Felt DEPLOYER = Selector.of("deployer");
  private static final Felt COUNTER = Selector.of("counter");
  private static final Felt RECORDS = Selector.of("records");
  private static final Felt NAMES = Selector.of("names");
  private static final Felt SYSTEMS = Selector.of("systems");

  private static final Felt STORED = Selector.of("StoreSetRecord");
  private static final Felt DELETED = Selector.of("StoreDelRecord");
  private static final Felt HAPPENED = Selector.of("EventEmitted");

  private WorldProgram() {}

  public static ContractProgram program() {
    return Entrypoints.of("world")
        .on("constructor", WorldProgram::construct)
        .on("set", WorldProgram::set)
        .on("remove", WorldProgram::remove)
        .on("get", WorldProgram::get)
        .on("emit_event", WorldProgram::emitEvent)
        .on("uuid", WorldProgram::uuid)
        .on("contract", WorldProgram::contract)
        .on("register", WorldProgram::register)
        .build();
  }

  private static List<Felt> construct(ContractContext context, Parameters parameters) {
    Felt deployer = parameters.address();
    parameters.end();
    context.write(DEPLOYER, deployer);
    return List.of();
  }

  private static List<Felt> set(ContractContext context, Parameters parameters) {
    Felt model = parameters.felt();
    List<Felt> keys = parameters.span(Parameters::felt);
    List<Felt> values = parameters.span(Parameters::felt);
    parameters.end();
    onlySystems(context);
    Felt entity = Poseidon.hash(keys);
    store(context, model, entity, values);
    context.emit(List.of(STORED, model, entity), spans(keys, values));
    return List.of();
  }

  private static List<Felt> remove(ContractContext context, Parameters parameters) {
    Felt model = parameters.felt();
    List<Felt> keys = parameters.span(Parameters::felt);
    parameters.end();
    onlySystems(context);
    Felt entity = Poseidon.hash(keys);
    store(context, model, entity, List.of());
    context.emit(List.of(DELETED, model, entity), List.of());
    return List.of();
  }

  private static List<Felt> get(ContractContext context, Parameters parameters) {
    Felt model = parameters.felt();
    List<Felt> keys = parameters.span(Parameters::felt);
    parameters.end();
    Felt place = place(model, Poseidon.hash(keys));
    long size = context.read(place).toLong();
    List<Felt> reply = new ArrayList<>();
    reply.add(Felt.of(size));
    for (long i = 1; i <= size; i++) {
      reply.add(context.read(behind(place, i)));
    }
    return reply;
  }

  private static List<Felt> emitEvent(ContractContext context, Parameters parameters) {
    Felt model = parameters.felt();
    List<Felt> keys = parameters.span(Parameters::felt);
    List<Felt> values = parameters.span(Parameters::felt);
    parameters.end();
    onlySystems(context);
    context.emit(List.of(HAPPENED, model, context.caller()), spans(keys, values));
    return List.of();
  }

  private static List<Felt> uuid(ContractContext context, Parameters parameters) {
    parameters.end();
    onlySystems(context);
    Felt next = Felt.of(context.read(COUNTER).toLong() + 1);
    context.write(COUNTER, next);
    return List.of(next);
  }

  private static List<Felt> contract(ContractContext context, Parameters parameters) {
    Felt name = parameters.felt();
    parameters.end();
    return List.of(context.read(Poseidon.hash(NAMES, name)));
  }

  private static List<Felt> register(ContractContext context, Parameters parameters) {
    Felt name = parameters.felt();
    Felt address = parameters.address();
    parameters.end();
    Panic.unless(context.caller().equals(context.read(DEPLOYER)), "Not deployer");
    context.write(Poseidon.hash(NAMES, name), address);
    context.write(Poseidon.hash(SYSTEMS, address), Felt.ONE);
    return List.of();
  }

  private static void onlySystems(ContractContext context) {
    Felt registered = context.read(Poseidon.hash(SYSTEMS, context.caller()));
    Panic.unless(!registered.isZero(), "Not a system");
  }

  /// The number of words, then the words.
  private static void store(ContractContext context, Felt model, Felt entity, List<Felt> values) {
    Felt place = place(model, entity);
    context.write(place, Felt.of(values.size()));
    for (int i = 0; i < values.size(); i++) {
      context.write(behind(place, i + 1), values.get(i));
    }
  }

  private static Felt place(Felt model, Felt entity) {
    return Poseidon.hash(List.of(RECORDS, model, entity));
  }

  private static Felt behind(Felt place, long words) {
    return Felt.mod(place.value().add(BigInteger.valueOf(words)));
  }

  private static List<Felt> spans(List<Felt> first, List<Felt> second) {
    List<Felt> words = new ArrayList<>();
    words.add(Felt.of(first.size()));
    words.addAll(first);
    words.add(Felt.of(second.size()));
    words.addAll(second);
    return words;
  }
}
