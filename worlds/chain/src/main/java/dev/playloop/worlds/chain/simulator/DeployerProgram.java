package dev.playloop.worlds.chain.simulator;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.chain.crypto.ContractAddress;
import dev.playloop.worlds.chain.crypto.Pedersen;
import java.util.ArrayList;
import java.util.List;

/// The universal deployer: makes contracts of classes that the chain knows. What a real chain
/// hashes by Pedersen to an address is hashed otherwise here: take the address from the event.
public final class DeployerProgram implements ContractProgram {
  public static final String NAME = "deployer";

  /// Where clients look for it: the one of old, and OpenZeppelin's of today.
  public static final List<Felt> ADDRESSES =
      List.of(
          Felt.hex("0x41a78e741e5af2fec34b695679bc6891742439f7afb8484ecd7766661ad02bf"),
          Felt.hex("0x2ceed65a4bd731034c01113685c831b01c15d7d432f71afb1cf1634b53a2125"));

  public static final Felt DEPLOY = Selector.of("deployContract");

  private static final Felt DEPLOYED = Selector.of("ContractDeployed");
  private static final Felt CONSTRUCTOR = Selector.of("constructor");
  private static final int HEAD = 4;

  @Override
  public String name() {
    return NAME;
  }

  /// What a deployment gives as calldata: class hash, salt, whether the address depends on who
  /// deploys, and the constructor's words with their number before them.
  public static List<Felt> calldata(Felt classHash, Felt salt, List<Felt> constructor) {
    List<Felt> words = new ArrayList<>();
    words.add(classHash);
    words.add(salt);
    words.add(Felt.ZERO);
    words.add(Felt.of(constructor.size()));
    words.addAll(constructor);
    return words;
  }

  /// Where a contract lies that was deployed for anybody.
  public static Felt address(Felt classHash, Felt salt, List<Felt> constructor) {
    return ContractAddress.of(Felt.ZERO, salt, classHash, constructor);
  }

  @Override
  public List<Felt> call(ContractContext context, Felt selector, List<Felt> calldata) {
    if (!selector.equals(DEPLOY) && !selector.equals(Selector.of("deploy_contract"))) {
      throw ContractPanic.noEntrypoint();
    }
    if (calldata.size() < HEAD || !calldata.get(3).equals(Felt.of(calldata.size() - HEAD))) {
      throw ContractPanic.badArgument(HEAD);
    }
    Felt classHash = calldata.get(0);
    Felt salt = calldata.get(1);
    List<Felt> constructor = calldata.subList(HEAD, calldata.size());
    Felt made =
        calldata.get(2).isZero()
            ? address(classHash, salt, constructor)
            : ContractAddress.of(
                context.address(), Pedersen.hash(context.caller(), salt), classHash, constructor);
    if (!(context instanceof DeployingContext deploying)) {
      throw new IllegalStateException("the deployer runs on the chain only");
    }
    deploying.install(made, classHash);
    if (!constructor.isEmpty()) {
      context.call(made, CONSTRUCTOR, constructor);
    } else {
      constructed(context, made);
    }
    context.emit(List.of(DEPLOYED), event(made, context.caller(), calldata));
    return List.of(made);
  }

  /// A class without a constructor has nothing to be told.
  private static void constructed(ContractContext context, Felt made) {
    try {
      context.call(made, CONSTRUCTOR, List.of());
    } catch (ContractPanic panic) {
      if (!panic.data().equals(ContractPanic.noEntrypoint().data())) {
        throw panic;
      }
    }
  }

  private static List<Felt> event(Felt made, Felt by, List<Felt> calldata) {
    List<Felt> data = new ArrayList<>(List.of(made, by, calldata.get(2), calldata.get(0)));
    data.addAll(calldata.subList(HEAD - 1, calldata.size()));
    data.add(calldata.get(1));
    return data;
  }
}
