package dev.playloop.worlds.eternum.act;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.chain.node.ChainEvent;
import dev.playloop.worlds.eternum.index.GameEvents;
import dev.playloop.worlds.eternum.index.IndexedGame;
import dev.playloop.worlds.eternum.index.ScriptedChain;
import dev.playloop.worlds.eternum.index.TestRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is told of a transaction by its events, whoever has made these.
class TransactionTaleTest {
  private static final String EXPLORERS = "ExplorerTroops";
  private static final GameRecords S2 = new GameRecords(ScriptedChain.WORLD, "s2");
  private static final Felt SET = Selector.of("StoreSetRecord");
  private static final Felt FOUGHT = Selector.of("EventEmitted");

  private static TransactionTale tale(ChainEvent... events) {
    return new TransactionTale(S2, List.of(events));
  }

  @Test
  void aGameOfAnotherNamespaceNamesItsModelsByThat() {
    GameRecords blitz = new GameRecords(ScriptedChain.WORLD, "s1_blitz");
    ChainEvent event =
        new ChainEvent(
            ScriptedChain.WORLD,
            List.of(SET, Selector.of("s1_blitz-" + EXPLORERS), Felt.ONE),
            List.of(Felt.of(2), Felt.of(7), Felt.of(8), Felt.ZERO));
    assertThat(new TransactionTale(blitz, List.of(event)).written(EXPLORERS)).containsExactly(8L);
    assertThat(tale(event).written(EXPLORERS)).isEmpty();
  }

  private static ChainEvent set(long id) {
    return IndexedGame.explorer(id, 11, 1, 1).set();
  }

  /// An event that says of itself that it set an explorer.
  private static ChainEvent said(long... data) {
    return new ChainEvent(
        ScriptedChain.WORLD,
        List.of(SET, S2.selector(EXPLORERS), Felt.ONE),
        GameEvents.words(data));
  }

  @Test
  void recordsOfTheModelAreToldByTheirIdsOnceEachAndInOrder() {
    ChainEvent other = IndexedGame.structure(5, IndexedGame.ADA, 1, 1).set();
    ChainEvent gone = IndexedGame.explorer(9, 11, 1, 1).gone();

    assertThat(tale(set(8), other, set(7), gone, set(8)).written(EXPLORERS))
        .containsExactly(8L, 7L);
    assertThat(tale().written(EXPLORERS)).isEmpty();
  }

  @Test
  void foreignContractsAreNotHeard() {
    ChainEvent own = set(8);
    ChainEvent foreign = new ChainEvent(Felt.of(0x66), own.keys(), own.data());

    assertThat(tale(foreign).written(EXPLORERS)).isEmpty();
    ChainEvent battle = fought(7, 0, 0);
    assertThat(tale(new ChainEvent(Felt.of(0x66), battle.keys(), battle.data())).battle()).isNull();
  }

  /// Lists that are longer than the data, shorter, without an end, or no lists.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "2",
        "2,7",
        "2,7,8",
        "2,7,8,1",
        "2,7,8,0,5",
        "1,7,0",
        "0,0",
        "3,7,8",
        "65536,7,8,0",
        "1001,7,8,0",
        "4294967296,7,8,0",
        "9223372036854775807,7,8,0",
      })
  void whatIsNoRecordIsPassedOver(String data) {
    long[] words =
        data.isEmpty()
            ? new long[0]
            : Arrays.stream(data.split(",")).mapToLong(Long::parseLong).toArray();

    assertThat(tale(said(words), set(8)).written(EXPLORERS)).containsExactly(8L);
  }

  @Test
  void lengthsAndIdsThatAreNearlyAPrimeArePassedOver() {
    Felt most = Felt.of(Felt.PRIME.subtract(java.math.BigInteger.ONE));
    List<Felt> keys = List.of(SET, S2.selector(EXPLORERS), Felt.ONE);
    for (int at = 0; at < 4; at++) {
      List<Felt> data = new ArrayList<>(GameEvents.words(2, 7, 8, 0));
      data.set(at, most);
      ChainEvent event = new ChainEvent(ScriptedChain.WORLD, keys, data);
      assertThat(tale(event).written(EXPLORERS))
          .as("word %d", at)
          .isEqualTo(at == 1 ? List.of(8L) : List.of());
    }
    assertThat(tale(said(2, 7, 0xffff_ffffL, 0)).written(EXPLORERS)).containsExactly(0xffff_ffffL);
    assertThat(tale(said(2, 7, 0x1_0000_0000L, 0)).written(EXPLORERS)).isEmpty();
  }

  @Test
  void keysThatAreMissingOrOthersArePassedOver() {
    List<Felt> data = set(8).data();
    for (List<Felt> keys :
        List.of(
            List.<Felt>of(),
            List.of(SET),
            List.of(S2.selector(EXPLORERS), SET),
            List.of(SET, Selector.of("s1-ExplorerTroops"), Felt.ONE))) {
      assertThat(tale(new ChainEvent(ScriptedChain.WORLD, keys, data)).written(EXPLORERS))
          .isEmpty();
    }
  }

  @Test
  void aMillionWordsAndAThousandEventsAreReadInNoTime() {
    List<Felt> long1 = new ArrayList<>(Collections.nCopies(1_000_000, Felt.ONE));
    long1.set(0, Felt.of(999_997));
    List<ChainEvent> events = new ArrayList<>();
    events.add(
        new ChainEvent(ScriptedChain.WORLD, List.of(SET, S2.selector(EXPLORERS), Felt.ONE), long1));
    for (int i = 0; i < 1_000; i++) {
      events.add(said(2, 7, i, 0));
    }

    assertThat(new TransactionTale(S2, events).written(EXPLORERS)).hasSize(1_000);
  }

  private static ChainEvent fought(long winner, long attackerLoss, long defenderLoss) {
    return TestRecord.of("BattleEvent", IndexedGame.GAME, 950)
        .with("attacker_id", 7)
        .with("defender_id", 22)
        .with("winner_id", winner)
        .with("attacker_loss", attackerLoss)
        .with("defender_loss", defenderLoss)
        .set();
  }

  @ParameterizedTest
  @CsvSource({"0,,160,100", "7,7,0,100", "22,22,160,0"})
  void aBattleIsToldWithItsLossesAndItsWinner(
      long winner, @org.jspecify.annotations.Nullable Long told, long lost, long theirs) {
    ToldBattle battle =
        Objects.requireNonNull(
            tale(set(8), fought(winner, lost * 1_000_000_000L, theirs * 1_000_000_000L)).battle());

    assertThat(battle)
        .isEqualTo(new ToldBattle(7, 22, String.valueOf(lost), String.valueOf(theirs), told));
  }

  @Test
  void partsOfATroopAreToldAsTheyAre() {
    assertThat(Objects.requireNonNull(tale(fought(0, 1_500_000_001L, 1)).battle()))
        .isEqualTo(new ToldBattle(7, 22, "1.500000001", "0.000000001", null));
  }

  /// Too few words, ids and losses that are none.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "7,22,1,2,0,5",
        "4294967296,22,1,2,0,5,5,0,0,0",
        "7,4294967296,1,2,0,5,5,0,0,0",
        "7,22,1,2,4294967296,5,5,0,0,0",
        "",
      })
  void whatIsNoBattleIsNotTold(String values) {
    List<Felt> words = new ArrayList<>(GameEvents.words(2, 1, 950));
    List<Felt> read =
        values.isEmpty()
            ? List.of()
            : Arrays.stream(values.split(",")).map(Long::parseLong).map(Felt::of).toList();
    words.add(Felt.of(read.size()));
    words.addAll(read);
    ChainEvent event =
        new ChainEvent(
            ScriptedChain.WORLD, List.of(FOUGHT, Selector.of("s2-BattleEvent"), Felt.ONE), words);

    assertThat(tale(event).battle()).isNull();
  }

  @Test
  void aLossAboveTheGreatestAmountIsNoBattle() {
    ChainEvent whole = fought(0, 1, 1);
    for (int at : new int[] {3 + 1 + 5 - 1, 3 + 1 + 6 - 1}) {
      List<Felt> data = new ArrayList<>(whole.data());
      data.set(at, Felt.of(java.math.BigInteger.TWO.pow(128)));
      assertThat(tale(new ChainEvent(whole.from(), whole.keys(), data)).battle()).isNull();
    }
  }
}
