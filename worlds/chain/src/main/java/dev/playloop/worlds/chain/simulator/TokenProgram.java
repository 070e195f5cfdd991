package dev.playloop.worlds.chain.simulator;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import java.math.BigInteger;
import java.util.List;

/// STRK, in which fees are paid: so much of an ERC-20 as paying takes, and what the faucet needs.
/// Balances are below 2^250, so one word keeps each.
public final class TokenProgram implements ContractProgram {
  public static final String NAME = "strk";
  public static final Felt ADDRESS =
      Felt.hex("0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d");

  /// Whose transactions cost nothing and may make STRK: the chain's own.
  public static final Felt FAUCET = Selector.of("playloop simulated faucet");

  public static final Felt TRANSFER = Selector.of("transfer");
  public static final Felt MINT = Selector.of("mint");

  private static final Felt TRANSFERRED = Selector.of("Transfer");
  private static final Felt SUPPLY = Selector.of("ERC20_total_supply");
  private static final Felt DECIMALS = Felt.of(18);
  private static final int HALF = 128;
  private static final int MOST_BITS = 250;
  private static final BigInteger LOW = BigInteger.TWO.pow(HALF).subtract(BigInteger.ONE);

  /// Where the balance of an account is kept.
  public static StateCell balanceOf(Felt account) {
    return StateCell.storage(ADDRESS, key(account));
  }

  /// The account itself: no name's hash, which keep the rest, is ever an account's address.
  private static Felt key(Felt account) {
    return account;
  }

  /// An amount as two words.
  public static List<Felt> words(BigInteger amount) {
    return List.of(Felt.of(amount.and(LOW)), Felt.of(amount.shiftRight(HALF)));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String abi() {
    return """
    [{"type":"struct","name":"core::integer::u256","members":[{"name":"low","type":"core::integer::u128"},{"name":"high","type":"core::integer::u128"}]},\
    {"type":"function","name":"balanceOf","inputs":[{"name":"account","type":"core::starknet::contract_address::ContractAddress"}],"outputs":[{"type":"core::integer::u256"}],"state_mutability":"view"},\
    {"type":"function","name":"transfer","inputs":[{"name":"recipient","type":"core::starknet::contract_address::ContractAddress"},{"name":"amount","type":"core::integer::u256"}],"outputs":[{"type":"core::bool"}],"state_mutability":"external"}]\
    """;
  }

  @Override
  public List<Felt> call(ContractContext context, Felt selector, List<Felt> calldata) {
    if (selector.equals(TRANSFER)) {
      return transfer(context, calldata);
    }
    if (selector.equals(Selector.of("balanceOf")) || selector.equals(Selector.of("balance_of"))) {
      if (calldata.size() != 1) {
        throw ContractPanic.badArgument(1);
      }
      return words(context.read(key(calldata.getFirst())).value());
    }
    if (selector.equals(Selector.of("totalSupply"))
        || selector.equals(Selector.of("total_supply"))) {
      return words(context.read(SUPPLY).value());
    }
    if (selector.equals(Selector.of("decimals"))) {
      return List.of(DECIMALS);
    }
    if (selector.equals(MINT)) {
      return mint(context, calldata);
    }
    throw ContractPanic.noEntrypoint();
  }

  private static List<Felt> transfer(ContractContext context, List<Felt> calldata) {
    if (context.caller().isZero()) {
      throw ContractPanic.of("ERC20: transfer from 0");
    }
    BigInteger amount = amount(calldata);
    Felt from = key(context.caller());
    BigInteger left = context.read(from).value().subtract(amount);
    if (left.signum() < 0) {
      throw ContractPanic.of("ERC20: insufficient balance");
    }
    context.write(from, Felt.of(left));
    Felt to = key(calldata.getFirst());
    context.write(to, Felt.of(context.read(to).value().add(amount)));
    context.emit(List.of(TRANSFERRED, context.caller(), calldata.getFirst()), words(amount));
    return List.of(Felt.ONE);
  }

  private static List<Felt> mint(ContractContext context, List<Felt> calldata) {
    if (!context.caller().equals(FAUCET)) {
      throw ContractPanic.of("only the faucet mints");
    }
    BigInteger amount = amount(calldata);
    BigInteger supply = context.read(SUPPLY).value().add(amount);
    if (supply.bitLength() > MOST_BITS) {
      throw ContractPanic.of("too much STRK");
    }
    context.write(SUPPLY, Felt.of(supply));
    Felt to = key(calldata.getFirst());
    context.write(to, Felt.of(context.read(to).value().add(amount)));
    context.emit(List.of(TRANSFERRED, Felt.ZERO, calldata.getFirst()), words(amount));
    return List.of();
  }

  /// Of receiver, low half, high half.
  private static BigInteger amount(List<Felt> calldata) {
    if (calldata.isEmpty() || calldata.getFirst().isZero()) {
      throw calldata.isEmpty()
          ? ContractPanic.badArgument(1)
          : ContractPanic.of("ERC20: transfer to 0");
    }
    if (calldata.size() != 3
        || calldata.get(1).value().compareTo(LOW) > 0
        || calldata.get(2).value().compareTo(LOW) > 0) {
      throw ContractPanic.badArgument(2);
    }
    return calldata.get(2).value().shiftLeft(HALF).or(calldata.get(1).value());
  }
}
