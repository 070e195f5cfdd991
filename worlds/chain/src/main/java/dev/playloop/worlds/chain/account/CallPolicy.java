package dev.playloop.worlds.chain.account;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Which entrypoints of which contracts may be called; every other call is refused before it is
/// signed. In files it has the shape of a Cartridge session's policies: `{contracts: {0x…:
/// {methods: [{name: Move, entrypoint: explorer_move}]}}}`. Immutable.
public final class CallPolicy {
  private static final Pattern ENTRYPOINT = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,251}");
  private static final int MAX_CONTRACTS = 1_000;
  private static final int MAX_METHODS = 1_000;

  private final Map<Felt, Set<String>> entrypoints;

  private CallPolicy(Map<Felt, Set<String>> entrypoints) {
    Map<Felt, Set<String>> copy = new HashMap<>();
    entrypoints.forEach((contract, names) -> copy.put(contract, Set.copyOf(names)));
    this.entrypoints = Map.copyOf(copy);
  }

  /// By each contract the names of its entrypoints.
  public static CallPolicy of(Map<Felt, Set<String>> entrypoints) {
    return new CallPolicy(entrypoints);
  }

  /// What a contract may be called for. Sessions say more of it, which is no business of ours.
  @JsonIgnoreProperties({"name", "description"})
  record Contract(List<Method> methods) {
    Contract {
      methods = List.copyOf(Require.present("methods", methods, "a list of methods"));
      Require.range("methods.length", methods.size(), 0, MAX_METHODS);
    }
  }

  /// @param name for people
  @JsonIgnoreProperties("description")
  record Method(@Nullable String name, String entrypoint) {
    Method {
      Require.match("entrypoint", entrypoint, ENTRYPOINT, "the name of an entrypoint");
    }
  }

  @JsonCreator
  static CallPolicy read(@JsonProperty("contracts") @Nullable Map<String, Contract> contracts) {
    Require.present("contracts", contracts, "an object of contracts by their addresses");
    Map<String, Contract> given = contracts == null ? Map.of() : contracts;
    Require.range("contracts.length", given.size(), 0, MAX_CONTRACTS);
    Map<Felt, Set<String>> all = new HashMap<>();
    given.forEach((address, contract) -> {
      Require.present("contracts." + address, contract, "an object with methods");
      Set<String> names = new HashSet<>();
      contract.methods().forEach(method -> names.add(method.entrypoint()));
      if (all.put(Felt.parse("contracts", address), names) != null) {
        throw new InvalidValueException("contracts", "each address once", address);
      }
    });
    return new CallPolicy(all);
  }

  public boolean allows(ContractCall call) {
    return entrypoints.getOrDefault(call.to(), Set.of()).contains(call.entrypoint());
  }

  /// Why the first of the calls that is not allowed must not be signed; null where all are. No call
  /// at all is none that is allowed.
  public @Nullable String refuses(List<ContractCall> calls) {
    if (calls.isEmpty()) {
      return "there is no call to sign";
    }
    for (ContractCall call : calls) {
      Set<String> names = entrypoints.get(call.to());
      if (names == null) {
        return "contract " + call.to() + " is none that this account may call";
      }
      if (!names.contains(call.entrypoint())) {
        return "entrypoint "
            + call.entrypoint()
            + " of contract "
            + call.to()
            + " is none that this account may call";
      }
    }
    return null;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CallPolicy that && entrypoints.equals(that.entrypoints);
  }

  @Override
  public int hashCode() {
    return entrypoints.hashCode();
  }
}
