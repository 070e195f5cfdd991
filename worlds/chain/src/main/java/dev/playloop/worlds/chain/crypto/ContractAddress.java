package dev.playloop.worlds.chain.crypto;

import dev.playloop.worlds.chain.Felt;
import java.math.BigInteger;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Where a contract comes to lie, which is known before it is deployed. Source: Starknet's
/// documentation, "Contract address".
public final class ContractAddress {
  private static final Felt PREFIX = Felt.shortString("STARKNET_CONTRACT_ADDRESS");
  private static final BigInteger BOUND = BigInteger.TWO.pow(251).subtract(BigInteger.valueOf(256));

  private static final int REMEMBERED = 256;
  private static final int SHORT = 16;

  /// A deployment asks for the same address again and again, and each takes a while.
  private static final Map<Asked, Felt> KNOWN =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Asked, Felt> eldest) {
              return size() > REMEMBERED;
            }
          });

  private record Asked(Felt deployer, Felt salt, Felt classHash, List<Felt> calldata) {}

  private ContractAddress() {}

  /// @param deployer zero where the address should not depend on who deploys it
  public static Felt of(Felt deployer, Felt salt, Felt classHash, List<Felt> calldata) {
    if (calldata.size() > SHORT) {
      return found(deployer, salt, classHash, calldata);
    }
    Asked asked = new Asked(deployer, salt, classHash, List.copyOf(calldata));
    Felt known = KNOWN.get(asked);
    if (known == null) {
      known = found(deployer, salt, classHash, calldata);
      KNOWN.put(asked, known);
    }
    return known;
  }

  private static Felt found(Felt deployer, Felt salt, Felt classHash, List<Felt> calldata) {
    Felt hash = Pedersen.hash(List.of(PREFIX, deployer, salt, classHash, Pedersen.hash(calldata)));
    return Felt.of(hash.value().mod(BOUND));
  }
}
