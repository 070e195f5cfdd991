package dev.playloop.worlds.eternum.rules.record;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.chain.simulator.ContractContext;
import dev.playloop.worlds.chain.simulator.ContractProgram;
import dev.playloop.worlds.eternum.rules.cairo.Entrypoints;
import dev.playloop.worlds.eternum.rules.cairo.Panic;
import dev.playloop.worlds.eternum.rules.cairo.Parameters;
import dev.playloop.worlds.eternum.rules.cairo.Uint;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/// The contract that holds every record of the game and the directory of its systems, which alone
/// may write. Each write is an event too, from which an indexer builds its tables. The Java twin of
/// `contracts/src/world.cairo`; where its storage lies is its own.
public final class WorldProgram {
  private static final Felt DEPLOYER = Selector.of("deployer");
  private static final Felt GIVEN = Selector.of("given");
  private static final Felt DIRECTORY = Selector.of("directory");
  private static final Felt WRITERS = Selector.of("writers");
  private static final Felt RECORDS = Selector.of("records");

  /// Words of a record: with its length they fit an offset of 8 bits.
  private static final int MAX_WORDS = 254;

  /// Numbers below are the board's.
  private static final Uint FIRST_UUID = Uint.u32(100_000);

  private static final HashMemo HASHES = new HashMemo();

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
    Panic.shortUnless(values.size() <= MAX_WORDS, "record too long");
    Felt entity = HASHES.of(keys);
    Felt place = record(model, keys);
    context.write(place, Felt.of(values.size() + 1L));
    for (int i = 0; i < values.size(); i++) {
      context.write(behind(place, i + 1L), values.get(i));
    }
    context.emit(List.of(STORED, model, entity), spans(keys, values));
    return List.of();
  }

  private static List<Felt> remove(ContractContext context, Parameters parameters) {
    Felt model = parameters.felt();
    List<Felt> keys = parameters.span(Parameters::felt);
    parameters.end();
    onlySystems(context);
    Felt entity = HASHES.of(keys);
    context.write(record(model, keys), Felt.ZERO);
    context.emit(List.of(DELETED, model, entity), List.of());
    return List.of();
  }

  private static List<Felt> get(ContractContext context, Parameters parameters) {
    Felt model = parameters.felt();
    List<Felt> keys = parameters.span(Parameters::felt);
    parameters.end();
    Felt place = record(model, keys);
    long words = Math.max(0, context.read(place).toLong() - 1);
    List<Felt> reply = new ArrayList<>();
    reply.add(Felt.of(words));
    for (long i = 1; i <= words; i++) {
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
    Uint given = Uint.u32(context.read(GIVEN).toLong());
    context.write(GIVEN, given.plus(1).felt());
    return List.of(FIRST_UUID.plus(given).felt());
  }

  private static List<Felt> contract(ContractContext context, Parameters parameters) {
    Felt name = parameters.felt();
    parameters.end();
    return List.of(context.read(place(DIRECTORY, List.of(name))));
  }

  private static List<Felt> register(ContractContext context, Parameters parameters) {
    Felt name = parameters.felt();
    Felt address = parameters.address();
    parameters.end();
    Panic.shortUnless(
        context.caller().equals(context.read(DEPLOYER)), "only the deployer registers");
    Felt before = context.read(place(DIRECTORY, List.of(name)));
    if (!before.isZero()) {
      context.write(place(WRITERS, List.of(before)), Felt.ZERO);
    }
    context.write(place(DIRECTORY, List.of(name)), address);
    context.write(place(WRITERS, List.of(address)), Felt.ONE);
    return List.of();
  }

  private static void onlySystems(ContractContext context) {
    Felt writer = context.read(place(WRITERS, List.of(context.caller())));
    Panic.shortUnless(!writer.isZero(), "only systems write");
  }

  /// Of a record's first word. Keccak, as it is a hundred times faster than Poseidon, which only an
  /// event's entity needs.
  private static Felt record(Felt model, List<Felt> keys) {
    List<Felt> words = new ArrayList<>(keys.size() + 1);
    words.add(model);
    words.addAll(keys);
    return place(RECORDS, words);
  }

  /// The first word tells records from what else lies here, whatever a caller names as a model.
  private static Felt place(Felt what, List<Felt> of) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(what.bytes());
    of.forEach(word -> bytes.writeBytes(word.bytes()));
    return Selector.keccak(bytes.toByteArray());
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
