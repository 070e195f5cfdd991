package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.ContractProgram;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The game's Java contracts, deployed on a [RulesChain] and registered, and a mirror of all
/// records that follows the events. For one thread.
final class RulesGame {
  private final RulesChain chain = new RulesChain();
  private final RecordMirror mirror = new RecordMirror();
  private final Map<String, Felt> addresses;

  private RulesGame(Map<String, Felt> addresses, Felt admin) {
    this.addresses = Map.copyOf(addresses);
    Felt world = address("world");
    for (Map.Entry<String, ContractProgram> one : GameRules.programs().entrySet()) {
      chain.deploy(
          address(one.getKey()),
          one.getValue(),
          switch (one.getKey()) {
            case "world" -> List.of(admin);
            case "setup" -> List.of(world, admin);
            case VrfProvider.NAME -> List.of();
            default -> List.of(world);
          });
    }
    List<ContractCall> calls = new ArrayList<>();
    for (String name : GameRules.programs().keySet()) {
      if (!name.equals("world")) {
        calls.add(call("world", "register", Felt.shortString(name), address(name)));
      }
    }
    landed(admin, calls);
  }

  static RulesGame deployedBy(Felt admin) {
    Map<String, Felt> addresses = new LinkedHashMap<>();
    for (String name : GameRules.programs().keySet()) {
      addresses.put(name, Felt.of(0x1000 + addresses.size()));
    }
    return new RulesGame(addresses, admin);
  }

  /// At the addresses that the same contracts have on another chain.
  static RulesGame at(Map<String, Felt> addresses, Felt admin) {
    return new RulesGame(addresses, admin);
  }

  Felt address(String contract) {
    return Objects.requireNonNull(addresses.get(contract), contract);
  }

  RulesChain chain() {
    return chain;
  }

  RecordMirror mirror() {
    return mirror;
  }

  ContractCall call(String contract, String entrypoint, Felt... words) {
    return new ContractCall(address(contract), entrypoint, List.of(words));
  }

  RulesChain.Played play(Felt account, ContractCall... calls) {
    return heard(chain.execute(account, List.of(calls)));
  }

  RulesChain.Played play(Felt account, List<ContractCall> calls, RulesChain.Moment moment) {
    return heard(chain.execute(account, calls, moment));
  }

  /// Throws where it was refused.
  RulesChain.Played.Kept landed(Felt account, List<ContractCall> calls) {
    return switch (heard(chain.execute(account, calls))) {
      case RulesChain.Played.Kept kept -> kept;
      case RulesChain.Played.Undone undone -> throw new AssertionError(undone.text());
    };
  }

  private RulesChain.Played heard(RulesChain.Played played) {
    if (played instanceof RulesChain.Played.Kept(var _, var events)) {
      for (RulesChain.Emitted event : events) {
        if (event.from().equals(address("world"))) {
          mirror.hear(event.keys(), event.data());
        }
      }
    }
    return played;
  }
}
