package dev.playloop.worlds.chain.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.backend.AccountNonces;
import dev.playloop.worlds.chain.backend.ChainBackend;
import dev.playloop.worlds.chain.backend.SeenAttempt;
import dev.playloop.worlds.chain.backend.SignedAttempt;
import dev.playloop.worlds.chain.lane.rules.LaneDecider;
import java.lang.reflect.Proxy;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// In which order a chain is asked. What a status says has landed must be counted by the nonces
/// that are used with it.
final class LaneOrderTest {
  private final List<String> asked = new ArrayList<>();

  @Test
  void statusesAreAskedForBeforeNonces() throws Exception {
    ChainBackend backend =
        (ChainBackend)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ChainBackend.class},
                (_, method, _) -> {
                  asked.add(method.getName());
                  return method.getName().equals("status")
                      ? SeenAttempt.UNKNOWN
                      : new AccountNonces(5, 5);
                });
    LaneEyes eyes = new LaneEyes(backend, new LaneDecider(SeenAttempt.Stage.ACCEPTED, 3));
    LaneEntry entry =
        LaneEntry.signed(LaneBench.poke(1, "north").action(), LocalDate.EPOCH, attempt("0x1"));
    entry.add(attempt("0x2"));

    eyes.look(new AccountLane(Felt.of(0xacc)), entry, false);

    assertThat(asked).containsExactly("status", "status", "nonces");
  }

  private static SignedAttempt attempt(String hash) {
    return new SignedAttempt(Felt.of(0xacc), 5, hash, ResourceBounds.NONE, Json.NODES.objectNode());
  }
}
