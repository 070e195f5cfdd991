package dev.playloop.worlds.eternum.watch;

import static dev.playloop.worlds.eternum.index.IndexedGame.ADA;
import static dev.playloop.worlds.eternum.index.IndexedGame.BOB;
import static dev.playloop.worlds.eternum.index.IndexedGame.GAME;
import static dev.playloop.worlds.eternum.index.IndexedGame.NOW;
import static dev.playloop.worlds.eternum.index.IndexedGame.balance;
import static dev.playloop.worlds.eternum.index.IndexedGame.explorer;
import static dev.playloop.worlds.eternum.index.IndexedGame.story;
import static dev.playloop.worlds.eternum.index.IndexedGame.structure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.event.WorldEvent.EntityPut;
import dev.playloop.schemas.event.WorldEvent.EntityRemoved;
import dev.playloop.schemas.event.WorldEvent.Happening;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.ChainEvent;
import dev.playloop.worlds.eternum.index.TestRecord;
import dev.playloop.worlds.eternum.model.EternumScenes;
import dev.playloop.worlds.model.WorldSource.Batch;
import dev.playloop.worlds.model.WorldUnavailable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a watcher tells of a chain and its index.
class EternumWatcherTest extends WatchedGame {
  @Test
  void theFirstLookTellsWhatIsThereAsOfTheBlock() throws InterruptedException {
    List<WorldEvent> events = all();

    assertThat(put(events)).contains("game", "structure:10", "orders", "pools", "surroundings");
    assertThat(events).allMatch(event -> event.scene().equals(EternumScenes.of("0xada")));
    assertThat(events).allMatch(event -> event.world().equals("eternum"));
    isWholeAt(1, events);
    assertThat(events).extracting(WorldEvent::id).doesNotHaveDuplicates();
  }

  @Test
  void whereNothingChangedNothingIsToldAndOneQuestionAsked() throws InterruptedException {
    all();
    String before = cursor;
    assertThat(all()).isEmpty();
    assertThat(cursor).isEqualTo(before);
  }

  @Test
  void aBlockTellsWhatChangedWithItsNumberAsVersion() throws InterruptedException {
    all();
    indexed.block();
    indexed.block(balance(10, 3, 5_000_000_000L).set());
    indexed.block();

    List<WorldEvent> events = all();

    assertThat(put(events)).containsExactly("structure:10", "game");
    isWholeAt(4, events);
  }

  @Test
  void noPartOfABlockIsToldWithItsNumberBeforeTheWhole() throws InterruptedException {
    all();
    for (int block = 2; block < 6; block++) {
      indexed.block(balance(10, 3, 5_000_000_000L * block).set());
      isWholeAt(block, all());
    }
    watcher = watcher(); // which knows of the entities only that they were told
    indexed.block(balance(10, 3, 1).set());
    isWholeAt(6, all());
  }

  @Test
  void whatIsGoneIsRemovedAlsoForWhoeverDidNotSeeItThere() throws InterruptedException {
    indexed.block(explorer(20, 10, 101, 200).set());
    all();
    watcher = watcher();
    indexed.block(explorer(20, 10, 101, 200).gone());

    List<WorldEvent> events = all();
    assertThat(events)
        .anyMatch(event ->
            event.change() instanceof EntityRemoved gone && gone.entity().equals("explorer:20"));
    isWholeAt(3, events);
  }

  /// Whoever has seen the block's number in a view has seen all that changed with it.
  private static void isWholeAt(long block, List<WorldEvent> events) {
    assertThat(events.getLast().version()).isEqualTo(block);
    assertThat(events.getLast().change())
        .asInstanceOf(type(EntityPut.class))
        .extracting(EntityPut::entity)
        .isEqualTo("game");
    assertThat(events.subList(0, events.size() - 1))
        .allMatch(event -> event.version() == block - 1);
  }

  @Test
  void aBatchThatWasNotWrittenIsToldAgainAsItWas() throws InterruptedException {
    Batch first = watcher.poll(null, 500);
    assertThat(watcher.poll(null, 500)).isEqualTo(first);
    indexed.block(balance(10, 3, 5).set());
    Batch second = watcher.poll(first.cursor(), 500);
    assertThat(watcher.poll(first.cursor(), 500)).isEqualTo(second);
    // another process, which knows the cursor and nothing else, tells the same and perhaps more
    Batch elsewhere = watcher().poll(first.cursor(), 500);
    assertThat(elsewhere.events()).containsAll(second.events());
    assertThat(elsewhere.cursor()).isEqualTo(second.cursor());
  }

  @Test
  void muchIsToldInBatches() throws InterruptedException {
    List<ChainEvent> many = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      many.add(structure(100 + i, ADA, 5L * i, 7).set());
    }
    indexed.block(many);
    List<WorldEvent> events = new ArrayList<>();
    Batch batch = watcher.poll(null, 10);
    while (!batch.isEmpty()) {
      assertThat(batch.events()).hasSizeLessThanOrEqualTo(10);
      events.addAll(batch.events());
      Batch again = watcher.poll(cursor, 10);
      assertThat(again).isEqualTo(batch);
      cursor = batch.cursor();
      batch = watcher.poll(cursor, 10);
    }
    assertThat(put(events)).contains("structure:100", "structure:129", "structure:10");
    assertThat(events).extracting(WorldEvent::id).doesNotHaveDuplicates();
  }

  @Test
  void ownTransactionsAreToldByTheirHashes() throws InterruptedException {
    all();
    indexed.block(
        story(900, ADA, 10, SENT).with("entity_id.Some", 20).set(),
        story(901, ADA, 3, SENT).set(),
        story(902, BOB, 10, Felt.of(0xb0)).set());

    List<Happening> told = happenings(all());

    assertThat(told).hasSize(1);
    assertThat(told.getFirst().kind()).isEqualTo(GameHappenings.SEEN);
    assertThat(told.getFirst().text())
        .isEqualTo("Your transaction 0x5e27 is in block 2: ExplorerMove of 20, ResourcePickup.");
    assertThat(all()).isEmpty();
  }

  @Test
  void battlesAreToldToBothSides() throws InterruptedException {
    all();
    indexed.block(
        TestRecord.of("BattleEvent", GAME, 950)
            .with("attacker_id", 21)
            .with("defender_id", 10)
            .with("attacker_owner", BOB)
            .with("defender_owner", ADA)
            .with("winner_id", 21)
            .with("defender_loss", 2_000_000_000L)
            .set());

    assertThat(happenings(all()))
        .extracting(Happening::text)
        .containsExactly("21 attacked your 10: you lost; you lost 2 troops, they lost 0.");
  }

  @Test
  void ordersThatWereAcceptedOrHaveExpiredAreTold() throws InterruptedException {
    indexed.block(
        TestRecord.of("Trade", GAME, 30)
            .with("maker_id", 10)
            .with("maker_gives_resource_type", 3)
            .with("taker_pays_resource_type", 4)
            .with("maker_gives_max_count", 4)
            .with("expires_at", NOW + 100)
            .set());
    all();
    indexed.block(
        story(960, BOB, 16, Felt.of(0xbb))
            .with("entity_id.Some", 30)
            .with("value.first", 10)
            .with("value.second", 11)
            .with("value.third", 3)
            .set());
    assertThat(happenings(all()))
        .extracting(Happening::text)
        .containsExactly("Structure 11 bought 3 units of your order 30.");

    clock.turn(Duration.ofSeconds(100));
    List<Happening> expired = happenings(all());
    assertThat(expired).extracting(Happening::kind).containsExactly(GameHappenings.EXPIRED);
    assertThat(all()).isEmpty();
  }

  @Test
  void arrivalsAreToldOnceWhenTheirTimeHasCome() throws InterruptedException {
    long day = NOW / 86_400;
    long slot = NOW % 86_400 / 3_600 + 1;
    indexed.block(
        TestRecord.of("ResourceArrival", GAME, 10, day, slot).withList("resources", 3, 5).set());
    assertThat(happenings(all())).isEmpty();
    assertThat(all()).isEmpty();

    clock.turn(Duration.ofHours(1));
    List<Happening> ready = happenings(all());
    assertThat(ready).extracting(Happening::kind).containsExactly(GameHappenings.ARRIVALS);
    assertThat(ready.getFirst().text())
        .isEqualTo(
            "1 arrivals can be claimed at structure 10: day %d slot %d.".formatted(day, slot));
    assertThat(all()).isEmpty();
    watcher = watcher();
    assertThat(happenings(all())).isEmpty();
  }

  @Test
  void afterAReorganisationTheViewIsThatOfTheNewChain() throws InterruptedException {
    indexed.block(balance(10, 3, 5_000_000_000L).set());
    indexed.block(explorer(20, 10, 101, 200).set());
    all();
    indexed.chain().abort(2);
    indexed.catchUp();

    List<WorldEvent> events = all();

    assertThat(put(events)).contains("game", "structure:10");
    assertThat(events)
        .anyMatch(event -> event.change() instanceof EntityRemoved)
        .allMatch(event -> event.version() == 4);
    indexed.block();
    assertThat(put(all())).doesNotContain("game");
    for (int i = 0; i < 3; i++) {
      indexed.block();
    }
    assertThat(all())
        .anyMatch(event -> event.version() == 5 && put(List.of(event)).contains("game"));
  }

  @Test
  void anIndexThatIsAwayIsAnOutageAndLosesNothing() throws InterruptedException {
    all();
    indexed.block(story(900, ADA, 10, SENT).set());
    indexed.server().close();
    assertThatThrownBy(() -> watcher.poll(cursor, 500)).isInstanceOf(WorldUnavailable.class);
    assertThatThrownBy(() -> watcher.poll(cursor, 500)).isInstanceOf(WorldUnavailable.class);
    indexed.serveAgain();
    assertThat(happenings(all())).extracting(Happening::kind).containsExactly(GameHappenings.SEEN);
  }

  @Test
  void aCursorOfSomethingElseIsRefused() {
    assertThatThrownBy(() -> watcher.poll("{\"no\":1}", 500))
        .isInstanceOf(InvalidValueException.class);
    assertThatThrownBy(() -> watcher.poll("17", 500)).isInstanceOf(InvalidValueException.class);
  }
}
