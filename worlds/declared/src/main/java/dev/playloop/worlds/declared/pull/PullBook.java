package dev.playloop.worlds.declared.pull;

import dev.playloop.schemas.id.ActionId;
import dev.playloop.worlds.declared.game.GameAnswer;
import dev.playloop.worlds.declared.pull.Slip.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// What was handed to whom of one world's actions, and what was answered: no I/O, no clock, no
/// lock. One puller has the world at a time, by name. What it may have got and did not answer is
/// never handed out to act again, unless the game says that it has not done it. Bounded: an
/// executor offers a bounded number at a time, and of what nobody waits for any more [#LEFT] are
/// kept. Guarded by its owner.
final class PullBook {
  /// So many that ended unanswered are remembered, for a late answer; others are asked for.
  static final int LEFT = 32;

  /// So many ids that ended are remembered, so that an answer that is sent twice is no mistake.
  static final int ENDED = 256;

  /// So far ahead the clock of another executor may be.
  private static final Duration SKEW = Duration.ofDays(1);

  private final Map<ActionId, Slip> slips = new LinkedHashMap<>();
  private final LinkedHashMap<ActionId, Boolean> ended = new LinkedHashMap<>();
  private final LinkedHashMap<ActionId, Long> denied = new LinkedHashMap<>(); // by which epoch
  private List<Handed> tray = new ArrayList<>();
  private @Nullable String holder;
  private @Nullable Instant polledUntil;
  private final long first;

  /// What somebody was given by an executor whose clock is ahead: later connections are above it.
  private long floor;

  private long epoch;
  private long number;

  /// @param first connections to other books of this world, before, had no epoch above it
  PullBook(long first) {
    this.first = first;
    this.epoch = first;
  }

  /// A request for actions; a new connection takes over from the one before of the same name.
  ///
  /// @param given null for a new connection
  /// @param until when it does not wait any more
  Connecting connect(String puller, @Nullable Long given, Instant until, Instant now) {
    if (!puller.equals(holder)) {
      Duration left = left(now);
      if (holder != null && left.isPositive()) {
        return new Connecting.Held(holder, left);
      }
    }
    if (given == null) {
      takeOver(puller, now);
    } else if (given <= first || given > epoch) {
      if (given <= now.plus(SKEW).toEpochMilli()) {
        floor = Math.max(floor, given);
      }
      return new Connecting.Stranger();
    } else if (given != epoch || !puller.equals(holder)) {
      return new Connecting.Superseded();
    }
    polledUntil = until;
    number++;
    slips.values().stream()
        .filter(slip -> slip.phase == Phase.TO_ASK && slip.isAwaited)
        .forEach(this::ask);
    return new Connecting.Served(epoch, number);
  }

  /// How long the holder has the world, if nothing happens.
  private Duration left(Instant now) {
    Instant end = polledUntil == null ? now : polledUntil;
    for (Slip slip : slips.values()) {
      if (slip.isOut() && slip.until.isAfter(end)) {
        end = slip.until;
      }
    }
    return Duration.between(now, end);
  }

  /// Nobody knows whether what was handed out has arrived: writes become questions, reads come
  /// again.
  private void takeOver(String puller, Instant now) {
    holder = puller;
    epoch = Math.max(Math.max(epoch, floor) + 1, now.toEpochMilli());
    tray = new ArrayList<>();
    for (Slip slip : slips.values()) {
      if (slip.isOut() && slip.isAwaited && !now.isAfter(slip.until)) {
        slip.phase = slip.isRead() ? Phase.WAITING : Phase.TO_ASK;
      }
    }
  }

  /// What there is for this request now; null where it waits in vain: a later one is here.
  @Nullable List<Handed> collect(Connecting.Served request) {
    if (request.epoch() != epoch || request.number() != number) {
      return null;
    }
    List<Handed> all = tray;
    tray = new ArrayList<>();
    return all;
  }

  /// Whether a later connection has taken over.
  boolean isSuperseded(Connecting.Served request) {
    return request.epoch() != epoch;
  }

  /// This request does not wait any more.
  void leave(Connecting.Served request) {
    if (request.epoch() == epoch && request.number() == number) {
      polledUntil = null;
    }
  }

  /// An answer of a puller. One that tells an end is taken from every connection that can know it;
  /// what decides that an action is handed out once more, only from the newest.
  ///
  /// @param given under which connection it is said
  Heard answer(ActionId id, long given, GameAnswer answer) {
    Slip slip = slips.get(id);
    if (slip == null || slip.phase == Phase.ENDED) {
      return slip != null || ended.containsKey(id)
          ? new Heard.Known()
          : new Heard.Refused("nobody was handed this action here, or it is forgotten");
    }
    if (given > epoch) {
      return new Heard.Refused("no connection was given this epoch here: connect anew");
    }
    if (given < slip.since) {
      return new Heard.Refused(
          slip.phase == Phase.DENIED || slip.phase == Phase.WAITING
              ? "this action is in nobody's hands now"
              : "this connection was not handed this action, or has said that it was not done");
    }
    return switch (answer) {
      case GameAnswer.Ended _ -> {
        end(slip, answer);
        yield new Heard.Counts(given < epoch);
      }
      case GameAnswer.NotDone _, GameAnswer.Forgotten _ -> toQuestion(slip, given, answer);
      case GameAnswer.Busy _,
          GameAnswer.Expired _,
          GameAnswer.Away _,
          GameAnswer.Declined _,
          GameAnswer.Garbled _ ->
          new Heard.Refused("it says nothing of the action");
    };
  }

  private Heard toQuestion(Slip slip, long given, GameAnswer answer) {
    if (given < epoch || slip.phase == Phase.TO_ASK) {
      return new Heard.TooLate();
    }
    if (slip.phase != Phase.ASKED) {
      return new Heard.Refused(
          "this was an order and no question: expected done, refused or failed");
    }
    if (answer instanceof GameAnswer.NotDone) {
      // The same word may come doubled and late, after the action was handed out again.
      if (Objects.equals(denied.get(slip.order.id()), given)) {
        return new Heard.Refused("said before on this connection: connect anew to say it");
      }
      remember(denied, slip.order.id(), given);
      slip.phase = Phase.DENIED;
      slip.since = Slip.NOBODY;
    } else {
      end(slip, answer);
    }
    return new Heard.Counts(false);
  }

  private void end(Slip slip, GameAnswer answer) {
    slip.phase = Phase.ENDED;
    slip.answer = answer;
    remember(ended, slip.order.id(), true);
    tray.removeIf(handed -> handed.order().id().equals(slip.order.id()));
  }

  private static <V> void remember(SequencedMap<ActionId, V> all, ActionId id, V value) {
    all.putLast(id, value);
    if (all.size() > ENDED) {
      all.pollFirstEntry();
    }
  }

  /// An action is to be handed out to act: one that is new here, or of which the game has just said
  /// that it has not done it. Whatever else is known of it stands.
  void offer(Order order) {
    slips.computeIfAbsent(
                order.id(),
                _ -> new Slip(order, Phase.WAITING, Slip.NOBODY, order.action().notAfter()))
            .isAwaited =
        true;
  }

  /// A puller is to be asked what became of an action, which somebody may have been handed at any
  /// time before, here or by another executor since. Only an end that is known already stands.
  ///
  /// @param until how long an answer is waited for
  void inquire(Order order, Instant until) {
    Slip slip = slips.get(order.id());
    if (slip != null && slip.answer instanceof GameAnswer.Ended) {
      slip.isAwaited = true;
      return;
    }
    Slip asked = new Slip(order, Phase.TO_ASK, 0, until);
    slips.put(order.id(), asked);
    if (polledUntil != null) {
      ask(asked);
    }
  }

  private void ask(Slip slip) {
    slip.phase = Phase.ASKED;
    tray.removeIf(handed -> handed.order().id().equals(slip.order.id()));
    tray.add(new Handed(slip.order, true, slip.until));
  }

  /// Whether a puller waits now, so that something can be handed out.
  boolean isPolled(Instant now) {
    return polledUntil != null && !now.isAfter(polledUntil);
  }

  /// Hands an action out to act, if it still may be, and a puller waits.
  ///
  /// @param limit how long an answer is waited for; at most until its time is over
  void order(ActionId id, Duration limit, Instant now) {
    Slip slip = slips.get(id);
    if (slip == null
        || (slip.phase != Phase.WAITING && slip.phase != Phase.DENIED)
        || now.isAfter(slip.order.action().notAfter())
        || !isPolled(now)) {
      return;
    }
    Instant end = now.plus(limit);
    slip.until =
        end.isBefore(slip.order.action().notAfter()) ? end : slip.order.action().notAfter();
    slip.phase = Phase.ORDERED;
    slip.since = epoch;
    tray.add(new Handed(slip.order, false, slip.until));
  }

  /// Where an action stands that was offered or inquired about.
  Whereabouts standing(ActionId id, Instant now) {
    Slip slip = slips.get(id);
    if (slip == null) {
      throw new IllegalStateException("nobody has offered " + id);
    }
    return switch (slip.phase) {
      case WAITING, DENIED -> {
        boolean denied = slip.phase == Phase.DENIED;
        yield now.isAfter(slip.order.action().notAfter())
            ? new Whereabouts.Expired(denied)
            : new Whereabouts.Waits(denied, slip.order.action().notAfter());
      }
      case ORDERED, ASKED, TO_ASK ->
          now.isAfter(slip.until)
              ? new Whereabouts.RanOut(slip.phase != Phase.TO_ASK)
              : new Whereabouts.Out(slip.until);
      case ENDED -> new Whereabouts.Ended(Objects.requireNonNull(slip.answer));
    };
  }

  /// Nobody waits for this action any more. What a puller may still answer is remembered a while.
  void release(ActionId id) {
    Slip slip = slips.get(id);
    if (slip == null) {
      return;
    }
    slip.isAwaited = false;
    slips.remove(id);
    if (slip.phase != Phase.WAITING && !slip.isRead()) {
      slips.put(id, slip); // the newest last
      forget();
    }
  }

  private void forget() {
    long left = slips.values().stream().filter(slip -> !slip.isAwaited).count();
    Iterator<Slip> oldest = slips.values().iterator();
    while (left > LEFT && oldest.hasNext()) {
      if (!oldest.next().isAwaited) {
        oldest.remove();
        left--;
      }
    }
  }
}
