package dev.playloop.worlds.eternum.profile;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.backend.ChainMark;
import dev.playloop.worlds.chain.backend.StarknetBackend;
import dev.playloop.worlds.chain.devnet.DevnetControl;
import dev.playloop.worlds.chain.node.JsonRpcNode;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import dev.playloop.worlds.model.CannotOpenWorld;
import dev.playloop.worlds.model.Opening.Purpose;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Holds a node against the profile before anything else is asked of it: a game is opened only
/// where chain, first block and the class of each contract are those that the profile names. Each
/// method throws [CannotOpenWorld], or [NodeUnavailable] where the node does not answer.
public record ProfileCheck(WorldProfile profile, JsonRpcNode node) {
  private static final Logger LOG = LoggerFactory.getLogger(ProfileCheck.class);
  private static final String NOTHING = "nothing";
  private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);

  /// As [#require], again while the node does not answer, for as long as `patience`.
  public void await(Purpose purpose, Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      try {
        require(purpose);
        return;
      } catch (NodeUnavailable e) {
        if (System.nanoTime() - deadline >= 0) {
          throw e;
        }
        LOG.warn("waiting for the chain's node at {}: {}", node.wire().host(), e.getMessage());
        TimeUnit.NANOSECONDS.sleep(BETWEEN_TRIES.toNanos());
      }
    }
  }

  /// All that is compared at a start.
  ///
  /// @param purpose an example may only be played on a node for development
  public void require(Purpose purpose) throws InterruptedException {
    String other = differs(new StarknetBackend(node, StarknetBackend.STRK).mark(profile.mark()));
    if (other != null) {
      throw CannotOpenWorld.setting(
          "the node at %s does not answer for the chain of the world profile: %s. Nothing was signed"
              .formatted(node.wire().host(), other),
          "Name the right node, or mend the world profile.");
    }
    if (purpose == Purpose.EXAMPLE && !new DevnetControl(node.wire()).isDevnet()) {
      throw CannotOpenWorld.setting(
          ("an example is played only on a chain for development, and the node at %s is of chain %s"
                  + " and answers no devnet_… method")
              .formatted(node.wire().host(), profile.chainId()),
          "Set neither node nor profile, and this machine starts a chain of its own; or name a"
              + " starknet-devnet.");
    }
  }

  /// In a sentence the first thing that `seen` has other than the profile; null where nothing.
  private @Nullable String differs(ChainMark seen) {
    if (!seen.id().equals(profile.chainId().hex())) {
      return other("chainId", profile.chainId(), seen.id());
    }
    if (!seen.genesis().equals(profile.genesis().hex())) {
      return other("genesis, the hash of block 0", profile.genesis(), seen.genesis());
    }
    for (Map.Entry<String, WorldProfile.Contract> named :
        new TreeMap<>(profile.contracts()).entrySet()) {
      Felt address = named.getValue().address();
      String there = seen.classes().getOrDefault(address.hex(), NOTHING);
      if (!there.equals(named.getValue().classHash().hex())) {
        String field = "contracts.%s.classHash, at %s".formatted(named.getKey(), address);
        return other(field, named.getValue().classHash(), there);
      }
    }
    return null;
  }

  private static String other(String field, Felt expected, String got) {
    return "%s: expected %s, got %s".formatted(field, expected, got);
  }
}
