package dev.playloop.worlds.eternum.watch;

import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.event.WorldEvent.Happening;
import dev.playloop.schemas.id.SourceId;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.model.EternumScenes;
import dev.playloop.worlds.eternum.model.state.EternumView;
import dev.playloop.worlds.eternum.torii.ToriiClient;
import dev.playloop.worlds.eternum.torii.ToriiHead;
import dev.playloop.worlds.eternum.torii.ToriiSelect;
import dev.playloop.worlds.eternum.view.EternumQueries;
import dev.playloop.worlds.eternum.view.GameBattle;
import dev.playloop.worlds.eternum.view.GameEventRows;
import dev.playloop.worlds.eternum.view.GameEventRows.Blocks;
import dev.playloop.worlds.eternum.view.GameStory;
import dev.playloop.worlds.eternum.watch.OwnTransactions.Fork;
import dev.playloop.worlds.eternum.watch.WatchCursor.Landed;
import dev.playloop.worlds.eternum.watch.WatchCursor.Mark;
import dev.playloop.worlds.model.WorldSource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Watches a game by its index, and tells what the watched accounts see and what happens to them:
/// the entities of each account's scene with the index's block as version, and happenings of the
/// kinds in [GameHappenings]. A poll asks how far the index is, and that is all where nothing has
/// changed and nothing has become due.
///
/// The cursor is a [WatchCursor]. After a reorganisation the views are those of the new chain; what
/// was told of a lost transaction is taken back when it can't land any more, and nobody else takes
/// it back: who watches may be another process than those that send. An index that is away is
/// [dev.playloop.worlds.model.WorldUnavailable]. Used by one thread at a time.
public final class EternumWatcher implements WorldSource {
  private final SourceId id;
  private final ToriiClient torii;
  private final EternumQueries queries;
  private final GameEventRows happened;
  private final OwnTransactions transactions;
  private final Pace pace;
  private final Map<Felt, Watched> accounts = new LinkedHashMap<>();
  private WatchPlan plan = WatchPlan.EMPTY;
  private long nextDue;
  private long nextLook;
  private boolean looked;

  private record Watched(ToldEntities entities, DueThings due) {}

  /// When to look, and what time it is.
  ///
  /// @param every how long to wait between two looks
  /// @param nanos a clock for waiting
  /// @param now a clock for what becomes due
  public record Pace(Duration every, LongSupplier nanos, InstantSource now) {
    public static Pace standard() {
      return new Pace(Duration.ofMillis(250), System::nanoTime, InstantSource.system());
    }
  }

  /// `torii` is closed with the watcher; the chain's node is not.
  public EternumWatcher(
      ToriiClient torii,
      ToriiSelect.Game game,
      List<Felt> accounts,
      WatchedChain chain,
      Pace pace) {
    this.id = new SourceId("eternum-" + game.id());
    this.torii = torii;
    this.queries = new EternumQueries(torii, game);
    this.happened = new GameEventRows(torii, game);
    this.transactions = new OwnTransactions(chain);
    this.pace = pace;
    accounts.forEach(each -> this.accounts.put(each, fresh(each)));
  }

  private static Watched fresh(Felt account) {
    return new Watched(new ToldEntities(account), new DueThings());
  }

  @Override
  public SourceId id() {
    return id;
  }

  @Override
  public Batch poll(@Nullable String cursor, int max) throws InterruptedException {
    Batch planned = plan.after(cursor);
    if (planned != null) {
      return planned;
    }
    long now = pace.nanos().getAsLong();
    if (looked && now - nextLook < 0) {
      return nothing(cursor);
    }
    looked = true;
    nextLook = now + pace.every().toNanos();
    if (!plan.isToldAt(cursor)) { // somebody else told the rest, or nothing was told yet
      accounts.replaceAll((account, _) -> fresh(account));
      nextDue = 0;
    }
    WatchCursor told = WatchCursor.parse(cursor);
    ToriiHead head = queries.head();
    long time = Math.max(head.timestamp(), pace.now().instant().getEpochSecond());
    if (isSame(told, head) && time < nextDue && !transactions.mustAskAgain()) {
      return nothing(cursor);
    }
    return look(cursor, told, head, time, max);
  }

  private static Batch nothing(@Nullable String cursor) {
    return new Batch(List.of(), List.of(), cursor);
  }

  private static boolean isSame(WatchCursor told, ToriiHead head) {
    Mark mark = told.told();
    return mark != null && mark.block() == head.block() && mark.hash().equals(head.hash());
  }

  private Batch look(@Nullable String cursor, WatchCursor told, ToriiHead head, long time, int max)
      throws InterruptedException {
    Mark ancestor = ancestor(told, head);
    boolean wentBack = !Objects.equals(ancestor, told.told());
    ToldEntities.Look look =
        new ToldEntities.Look(head, told.version() + (wentBack ? 1 : 0), wentBack);
    Tale tale = new Tale(look, told);
    plan = WatchPlan.EMPTY; // where this does not come to its end, all is told anew
    long due = Long.MAX_VALUE;
    for (Map.Entry<Felt, Watched> each : accounts.entrySet()) {
      List<EternumView> entities = queries.see(each.getKey(), head).entities();
      tell(tale, each.getKey(), entities);
      if (ancestor != null) {
        tellHappenings(
            tale, each.getKey(), new Blocks(ancestor.block() + 1, head.block()), entities);
      }
      for (DueThings.Due one : each.getValue().due().since(entities, told.time(), time)) {
        tale.happened(each.getKey(), "due-" + one.id(), one.happening());
      }
      due = Math.min(due, DueThings.next(entities, time));
    }
    List<Landed> landed = landed(tale, told, ancestor, head);
    nextDue = due;
    if (tale.events.isEmpty() && isSame(told, head) && landed.equals(told.landed())) {
      plan = WatchPlan.toldAt(cursor);
      return nothing(cursor);
    }
    WatchCursor after = after(tale, ancestor, landed, time);
    plan = WatchPlan.of(cursor, told, after, tale.events, max);
    return Objects.requireNonNull(plan.after(cursor));
  }

  /// What one look tells.
  private static final class Tale {
    private final ToldEntities.Look look;
    private final WatchCursor told;
    private final List<WorldEvent> events = new ArrayList<>();
    private final List<Landed> seen = new ArrayList<>();
    private long version;

    Tale(ToldEntities.Look look, WatchCursor told) {
      this.look = look;
      this.told = told;
      this.version = look.version();
    }

    void happened(Felt account, String what, Happening happening) {
      Instant at = look.at();
      String id = "eternum-" + account.hex() + "-" + what;
      events.add(EternumScenes.happened(id, account.hex(), at, happening));
    }
  }

  private void tell(Tale tale, Felt account, List<EternumView> entities) {
    ToldEntities known = Objects.requireNonNull(accounts.get(account)).entities();
    for (WatchCursor.Owned owned : tale.told.owned()) {
      if (owned.account().equals(account)) {
        known.remember(owned.entities(), tale.told.version());
      }
    }
    for (WorldEvent event : known.changes(entities, tale.look)) {
      tale.events.add(event);
      tale.version = Math.max(tale.version, event.version());
    }
  }

  private void tellHappenings(Tale tale, Felt account, Blocks blocks, List<EternumView> entities)
      throws InterruptedException {
    if (blocks.from() > blocks.to()) {
      return;
    }
    Map<Felt, List<GameStory>> own = new LinkedHashMap<>();
    for (GameStory story : happened.stories(account, blocks)) {
      own.computeIfAbsent(story.what().transaction(), _ -> new ArrayList<>()).add(story);
    }
    own.forEach((transaction, stories) -> {
      long block = stories.getFirst().what().block();
      tale.seen.add(Landed.in(block, account, transaction));
      if (tale.told.landed().stream().noneMatch(each -> each.transaction().equals(transaction))) {
        tale.happened(account, "seen-" + transaction.hex(), GameHappenings.seen(stories));
      }
    });
    for (GameBattle battle : happened.battles(account, blocks)) {
      tale.happened(
          account,
          "battle-" + battle.id() + "-" + battle.timestamp(),
          GameHappenings.battle(battle, account.hex()));
    }
    List<Long> homes =
        entities.stream()
            .filter(EternumView.Structure.class::isInstance)
            .map(each -> ((EternumView.Structure) each).structureId())
            .toList();
    for (GameStory story : happened.accepted(homes, blocks)) {
      tale.happened(
          account,
          "accepted-" + story.what().transaction().hex() + "-" + story.entityId(),
          GameHappenings.accepted(story));
    }
  }

  /// The newest block of those that were told which the index still has; null where there is none.
  private @Nullable Mark ancestor(WatchCursor told, ToriiHead head) throws InterruptedException {
    for (Mark mark : told.trail()) {
      Felt there = mark.block() <= head.block() ? torii.block(mark.block()) : null;
      if (there != null && there.equals(mark.hash())) {
        return mark;
      }
    }
    return null;
  }

  private List<Landed> landed(Tale tale, WatchCursor told, @Nullable Mark ancestor, ToriiHead head)
      throws InterruptedException {
    long common = ancestor == null ? -1 : ancestor.block();
    List<Felt> doubtful =
        told.landed().stream()
            .filter(each -> each.isMissing() || each.block() > common)
            .map(Landed::transaction)
            .toList();
    Fork fork = new Fork(common, head.block(), new HashSet<>(happened.indexed(doubtful)));
    OwnTransactions.Known known = transactions.follow(told.landed(), tale.seen, fork);
    for (Landed lost : known.undone()) {
      tale.happened(
          lost.account(), "undone-" + lost.transaction().hex(), GameHappenings.undone(lost));
    }
    return known.landed();
  }

  private WatchCursor after(Tale tale, @Nullable Mark ancestor, List<Landed> landed, long time) {
    ToriiHead head = tale.look.head();
    List<Mark> trail = new ArrayList<>();
    trail.add(new Mark(head.block(), head.hash()));
    tale.told.trail().stream()
        .filter(mark -> ancestor != null && mark.block() <= ancestor.block())
        .filter(mark -> mark.block() < head.block())
        .limit(WatchCursor.MAX_TRAIL - 1)
        .forEach(trail::add);
    List<WatchCursor.Owned> owned = new ArrayList<>();
    int room = WatchCursor.MAX_OWNED;
    for (Map.Entry<Felt, Watched> each : accounts.entrySet()) {
      List<String> entities = each.getValue().entities().owned();
      room -= entities.size();
      if (room >= 0) {
        owned.add(new WatchCursor.Owned(each.getKey(), entities));
      }
    }
    return WatchCursorBuilder.builder()
        .version(Math.max(tale.version, head.block()))
        .time(time)
        .part(0)
        .trail(trail)
        .owned(owned)
        .landed(landed)
        .build();
  }

  @Override
  public void close() {
    torii.close();
  }
}
