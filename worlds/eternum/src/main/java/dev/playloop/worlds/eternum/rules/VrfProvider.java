package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Poseidon;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.chain.simulator.ContractContext;
import dev.playloop.worlds.chain.simulator.ContractProgram;
import dev.playloop.worlds.eternum.rules.cairo.Entrypoints;
import dev.playloop.worlds.eternum.rules.cairo.Panic;
import dev.playloop.worlds.eternum.rules.cairo.Parameters;
import java.math.BigInteger;
import java.util.List;

/// Random numbers: asked for by the first call of a transaction, consumed once by a system in the
/// same one. A hash of who asks and how often they did, so known to whoever computes it. The twin
/// of `vrf.cairo`.
final class VrfProvider {
  static final String NAME = "vrf_provider";

  private static final Felt TRANSACTION = Selector.of("transaction");
  private static final Felt CONSUMER = Selector.of("consumer");
  private static final Felt SOURCE = Selector.of("source");
  private static final Felt CONSUMED = Selector.of("consumed");
  private static final Felt CONSUME = Selector.of("consume_random");

  private VrfProvider() {}

  static ContractProgram program() {
    return Entrypoints.of(NAME)
        .on("request_random", VrfProvider::request)
        .on("consume_random", VrfProvider::consume)
        .build();
  }

  /// What a system asks the provider for on behalf of an account.
  static BigInteger consumed(ContractContext context, Felt provider, Felt account) {
    return context.call(provider, CONSUME, List.of(Felt.ZERO, account)).getFirst().value();
  }

  private static List<Felt> request(ContractContext context, Parameters parameters) {
    Felt consumer = parameters.address();
    Felt source = source(parameters);
    parameters.end();
    Panic.shortUnless(
        !context.read(TRANSACTION).equals(context.transactionHash()), "one request a transaction");
    Panic.shortUnless(!consumer.isZero(), "no consumer named");
    context.write(TRANSACTION, context.transactionHash());
    context.write(CONSUMER, consumer);
    context.write(SOURCE, source);
    return List.of();
  }

  private static List<Felt> consume(ContractContext context, Parameters parameters) {
    Felt source = source(parameters);
    parameters.end();
    boolean asked =
        context.read(TRANSACTION).equals(context.transactionHash())
            && context.read(CONSUMER).equals(context.caller())
            && context.read(SOURCE).equals(source);
    Panic.shortUnless(asked, "no random number was requested");
    // The transaction stays, so that it cannot ask again; the consumer goes.
    context.write(CONSUMER, Felt.ZERO);
    Felt place = Poseidon.hash(CONSUMED, source);
    Felt before = context.read(place);
    context.write(place, Felt.mod(before.value().add(BigInteger.ONE)));
    return List.of(Poseidon.hash(List.of(source, before)));
  }

  /// `Source::Nonce(account)` or `Source::Salt(word)`, as one word.
  private static Felt source(Parameters parameters) {
    return parameters.whole(it -> {
      int kind = it.variant(2);
      Felt of = kind == 0 ? it.address() : it.felt();
      return Poseidon.hash(List.of(Felt.of(kind), of));
    });
  }
}
