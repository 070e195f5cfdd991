package dev.playloop.worlds.chain.simulator;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/// An account as OpenZeppelin's for Cairo 1: it keeps a public key, and executes calls of its
/// owner's transactions. The chain checks their signatures before it calls.
public final class AccountProgram implements ContractProgram {
  public static final String NAME = "account";
  public static final Felt EXECUTE = Selector.of("__execute__");
  public static final Felt VALIDATE = Selector.of("__validate__");

  private static final Felt CONSTRUCTOR = Selector.of("constructor");
  private static final Felt GET_KEY = Selector.of("get_public_key");
  private static final Felt KEY = Selector.of("Account_public_key");
  private static final int CALL_HEAD = 3;

  /// Where an account with this key keeps it.
  public static StateCell keyOf(Felt account) {
    return StateCell.storage(account, KEY);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String abi() {
    return """
    [{"type":"struct","name":"core::array::Span::<core::felt252>","members":[{"name":"snapshot","type":"@core::array::Array::<core::felt252>"}]},\
    {"type":"struct","name":"core::starknet::account::Call","members":[{"name":"to","type":"core::starknet::contract_address::ContractAddress"},{"name":"selector","type":"core::felt252"},{"name":"calldata","type":"core::array::Span::<core::felt252>"}]},\
    {"type":"function","name":"__execute__","inputs":[{"name":"calls","type":"core::array::Array::<core::starknet::account::Call>"}],"outputs":[],"state_mutability":"external"},\
    {"type":"function","name":"get_public_key","inputs":[],"outputs":[{"type":"core::felt252"}],"state_mutability":"view"},\
    {"type":"constructor","name":"constructor","inputs":[{"name":"public_key","type":"core::felt252"}]}]\
    """;
  }

  @Override
  public List<Felt> call(ContractContext context, Felt selector, List<Felt> calldata) {
    if (selector.equals(CONSTRUCTOR)) {
      if (calldata.size() != 1) {
        throw ContractPanic.badArgument(1);
      }
      context.write(KEY, calldata.getFirst());
      return List.of();
    }
    if (selector.equals(GET_KEY)) {
      return List.of(context.read(KEY));
    }
    if (selector.equals(EXECUTE)) {
      return execute(context, calldata);
    }
    throw ContractPanic.noEntrypoint();
  }

  private static List<Felt> execute(ContractContext context, List<Felt> calldata) {
    if (!context.caller().isZero() || context.transactionHash().isZero()) {
      throw ContractPanic.of("Account: invalid caller");
    }
    List<Execution.Entry> entries = calls(calldata);
    List<Felt> answer = new ArrayList<>();
    answer.add(Felt.of(entries.size()));
    for (Execution.Entry entry : entries) {
      List<Felt> words = context.call(entry.contract(), entry.selector(), entry.calldata());
      answer.add(Felt.of(words.size()));
      answer.addAll(words);
    }
    return answer;
  }

  /// The calls of a multicall. Throws [ContractPanic] where it is none.
  public static List<Execution.Entry> calls(List<Felt> calldata) {
    List<Execution.Entry> entries = new ArrayList<>();
    if (calldata.isEmpty()) {
      throw ContractPanic.badArgument(1);
    }
    BigInteger count = calldata.getFirst().value();
    int at = 1;
    while (BigInteger.valueOf(entries.size()).compareTo(count) < 0) {
      if (at + CALL_HEAD > calldata.size()) {
        throw ContractPanic.badArgument(1);
      }
      BigInteger size = calldata.get(at + 2).value();
      int left = calldata.size() - at - CALL_HEAD;
      if (size.compareTo(BigInteger.valueOf(left)) > 0) {
        throw ContractPanic.badArgument(1);
      }
      int end = at + CALL_HEAD + size.intValueExact();
      entries.add(
          new Execution.Entry(
              calldata.get(at), calldata.get(at + 1), calldata.subList(at + CALL_HEAD, end)));
      at = end;
    }
    if (at != calldata.size()) {
      throw ContractPanic.of("Input too long for arguments");
    }
    return entries;
  }
}
