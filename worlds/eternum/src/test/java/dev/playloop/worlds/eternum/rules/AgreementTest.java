package dev.playloop.worlds.eternum.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.testkit.Effort;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.rules.record.GameRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The Java rules against the Cairo contracts on a devnet: thieves, and callers who send anything,
/// get the same verdict, the same reason and the same events from both, word for word, and leave
/// the same records.
@Tag("slow")
final class AgreementTest {
  private static final int CALLS = Effort.of(2_000);
  private static final long SEED = Long.getLong("playloop.seed", 15);

  private static @Nullable DevnetTwin twin;

  private final Random random = new Random(SEED);
  private final Mischief mischief = new Mischief(random);
  private final Set<String> entrypoints = new TreeSet<>();
  private final Set<String> reasons = new TreeSet<>();
  private int called;

  @BeforeAll
  static void start() throws InterruptedException {
    twin = DevnetTwin.start();
  }

  @AfterAll
  static void stop() {
    if (twin != null) {
      twin.close();
    }
  }

  @Test
  void cairoAndJavaAgreeOnEveryCall() throws InterruptedException {
    System.out.println("seed " + SEED);
    DevnetTwin both = Objects.requireNonNull(twin);
    List<Felt> players = List.of(both.account(1), both.account(2), both.account(3));
    setUp(both, players);
    ThiefEyes.Scene scene =
        new ThiefEyes.Scene(
            both.rules().mirror(), players, TestBoard.GAME, both.rules().chain()::timestamp);
    ThiefMoves thief = new ThiefMoves(random, both.rules()::address, new ThiefEyes(random, scene));
    while (called < CALLS) {
      if (random.nextInt(6) == 0) {
        both.pass(random.nextInt(4_000));
      }
      ThiefMoves.Move move = thief.next();
      List<ContractCall> calls =
          random.nextInt(4) == 0 ? mischief.broken(move.calls()) : move.calls();
      step(both, 1 + players.indexOf(move.account()), calls);
    }
    sameRecords(both);
    assertThat(entrypoints)
        .as("entrypoints that landed")
        .hasSizeGreaterThanOrEqualTo(CALLS < 6_000 ? 31 : 33);
    System.out.println(called + " calls, " + reasons.size() + " reasons of refusals");
  }

  /// In parts that a transaction has room for.
  private static void setUp(DevnetTwin both, List<Felt> players) throws InterruptedException {
    List<ContractCall> calls =
        TestBoard.calls(both.rules()::address, TestBoard.GAME, players, both.account(0));
    for (int i = 0; i < calls.size(); i += 5) {
      DevnetTwin.Both came = both.play(0, calls.subList(i, Math.min(i + 5, calls.size())));
      assertThat(came.node().text()).isEmpty();
      assertThat(came.rules()).isEqualTo(came.node());
    }
  }

  private void step(DevnetTwin both, int account, List<ContractCall> calls)
      throws InterruptedException {
    DevnetTwin.Both came = both.play(account, calls);
    assertThat(came.rules())
        .as("seed %s, call %s: %s by account %s", SEED, called, calls, account)
        .isEqualTo(came.node());
    called += calls.size();
    if (came.node().landed()) {
      calls.forEach(call -> entrypoints.add(call.entrypoint()));
    } else {
      reasons.add(came.node().text());
    }
  }

  /// Every record that there ever was an event of.
  private static void sameRecords(DevnetTwin both) throws InterruptedException {
    for (GameRecord record : both.rules().mirror().all().toList()) {
      List<Felt> words = new ArrayList<>();
      words.add(record.kind().selector());
      words.add(Felt.of(record.keys().size()));
      words.addAll(record.keys());
      ContractCall get = new ContractCall(both.rules().address("world"), "get", words);
      assertThat(both.readFromRules(get)).isEqualTo(both.readFromNode(get));
    }
  }

  @Test
  void readsAgreeToo() throws InterruptedException {
    DevnetTwin both = Objects.requireNonNull(twin);
    for (int i = 0; i < 150; i++) {
      ContractCall read = read(both.rules());
      if (random.nextInt(3) > 0) {
        read = mischief.broken(List.of(read)).getFirst();
      }
      assertThat(both.readFromRules(read))
          .as("seed %s: %s", SEED, read)
          .isEqualTo(both.readFromNode(read));
    }
  }

  private ContractCall read(RulesGame game) {
    return switch (random.nextInt(5)) {
      case 0 -> game.call("world", "get", Felt.ONE, Felt.ONE, Felt.of(random.nextInt(3)));
      case 1 -> game.call("world", "contract", Felt.shortString("trade_systems"));
      case 2 -> game.call("setup", "is_done", Felt.of(random.nextInt(3)));
      case 3 -> game.call("vrf_provider", "consume_random", Felt.ZERO, Felt.ONE);
      default -> game.call("name_systems", "set_address_name", Felt.ONE, Felt.ONE);
    };
  }
}
