package dev.playloop.ingest;

import dev.playloop.ingest.SpentRecords.Spent;
import dev.playloop.kit.Emit;
import dev.playloop.kit.OwnedSource;
import dev.playloop.kit.Telemetry;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.id.SourceId;
import dev.playloop.schemas.topic.Topics;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.LongCounter;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Halts a world whose model calls have cost what its cap allows a UTC day, once on that day, in
/// the name of [Halt#CAP]; the next day it takes the halt back. A person's word counts more: who
/// resumes the world on the day is not overruled, and a person's own halt is neither replaced nor
/// taken back. The cap is soft: what is under way when the halt becomes known is paid on top.
///
/// One process in the whole system does it: whoever owns its partition of `sources`. Sums and
/// offsets are its cursor, written in one transaction with the halt. Used by one thread at a time.
final class SpendCapSource implements OwnedSource, AutoCloseable {
  static final SourceId ID = new SourceId("spend-cap");
  static final String COUNTER = "playloop.ingest.caps_reached";

  private static final Logger LOG = LoggerFactory.getLogger(SpendCapSource.class);
  private static final Duration WAIT = Duration.ofMillis(100);
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Duration IDLE = Duration.ofSeconds(1);
  private static final Duration LIFT_AGAIN = Duration.ofSeconds(30);
  private static final AttributeKey<String> WORLD = AttributeKey.stringKey("playloop.world");

  private final Topics topics;
  private final SpendCaps caps;
  private final SpentRecords.Opener opener;
  private final Halted halted;
  private final Clock clock;
  private final LongCounter reached;
  private final Map<Halt, Instant> lifted = new HashMap<>();
  private @Nullable SpentRecords reader;
  private @Nullable String expected;

  /// The halts that are in force, as far as they are known.
  interface Halted {
    /// Why they are not known yet; null where they are.
    @Nullable String problem();

    Map<HaltScope, Halt> values();
  }

  /// Where it learns what was spent, and which scopes stand still already.
  record Reads(SpentRecords.Opener spent, Halted halted) {}

  SpendCapSource(Topics topics, SpendCaps caps, Reads reads, Clock clock, Telemetry telemetry) {
    this.topics = topics;
    this.caps = caps;
    this.opener = reads.spent();
    this.halted = reads.halted();
    this.clock = clock;
    this.reached =
        telemetry.meter("dev.playloop.ingest", "").counterBuilder(COUNTER).setUnit("{cap}").build();
  }

  @Override
  public SourceId id() {
    return ID;
  }

  @Override
  public Polled poll(@Nullable String cursor) {
    if (halted.problem() != null) {
      return new Polled(List.of(), null, PAUSE);
    }
    Instant now = clock.instant();
    List<Emit<?, ?>> outputs = new ArrayList<>();
    lift(now, outputs);
    if (caps.isEmpty()) {
      return new Polled(outputs, null, IDLE);
    }
    boolean read = false;
    try {
      SpendDay before = day(cursor, now);
      SpentRecords records = reader(cursor, before);
      SpendDay counted = counted(before, records.poll(WAIT), now).readTo(records.offsets());
      SpendDay after = counted.withHalted(halt(counted, now, outputs));
      expected = after.equals(before) ? cursor : after.cursor();
      read = true;
      return new Polled(outputs, expected, PAUSE);
    } finally {
      if (!read) {
        close();
      }
    }
  }

  /// A cursor that can't be read is somebody's garbage: the day is counted from its beginning.
  private static SpendDay day(@Nullable String cursor, Instant now) {
    SpendDay fresh = SpendDay.begin(SpendDay.of(now), Map.of());
    try {
      return cursor == null ? fresh : SpendDay.parse(cursor);
    } catch (InvalidValueException e) {
      LOG.error("the cursor of spending is none, the day is counted anew: {}", e.getMessage());
      return fresh;
    }
  }

  /// Where the last poll's cursor was not written, or another process went on, it is read anew.
  private SpentRecords reader(@Nullable String cursor, SpendDay day) {
    SpentRecords open = reader;
    if (open != null && Objects.equals(cursor, expected)) {
      return open;
    }
    close();
    open = opener.from(day.offsets(), day.start());
    reader = open;
    return open;
  }

  private static SpendDay counted(SpendDay before, List<Spent> spent, Instant now) {
    SpendDay day = before;
    LocalDate today = SpendDay.of(now);
    for (Spent one : spent) {
      LocalDate on = SpendDay.of(one.at().isAfter(now) ? now : one.at());
      if (on.isAfter(day.day())) {
        day = SpendDay.begin(on, day.offsets());
      }
      if (on.equals(day.day())) {
        day = day.plus(Map.of(one.world(), one.usd()));
      }
    }
    return today.isAfter(day.day()) ? SpendDay.begin(today, day.offsets()) : day;
  }

  /// The worlds that were halted on this day, those among them that are halted only now.
  private Set<String> halt(SpendDay day, Instant now, List<Emit<?, ?>> outputs) {
    Set<String> all = new TreeSet<>(day.halted());
    for (String world : day.usd().keySet()) {
      BigDecimal cap = caps.of(world);
      HaltScope scope = HaltScope.world(world);
      if (cap == null
          || day.spent(world).compareTo(cap) < 0
          || halted.values().containsKey(scope)
          || !all.add(world)) {
        continue;
      }
      String reason =
          "%s USD were spent on %s, the cap is %s"
              .formatted(day.spent(world).toPlainString(), day.day(), cap.toPlainString());
      outputs.add(
          Emit.of(topics.halts(), scope, new Halt(Halt.VERSION, scope, Halt.CAP, now, reason)));
      reached.add(1, Attributes.of(WORLD, world));
      LOG.warn(
          "{} is halted until the day ends (UTC) or './playloop resume --world {}': {}",
          world,
          world,
          reason);
    }
    return all;
  }

  /// Takes back what a cap ordered on an earlier day. It takes a moment until that is seen to be
  /// done, and meanwhile a person may halt the world: so it is not done again at once.
  private void lift(Instant now, List<Emit<?, ?>> outputs) {
    lifted.values().removeIf(at -> at.plus(LIFT_AGAIN).isBefore(now));
    for (Halt halt : halted.values().values()) {
      if (halt.by().equals(Halt.CAP)
          && SpendDay.of(halt.at()).isBefore(SpendDay.of(now))
          && lifted.putIfAbsent(halt, now) == null) {
        outputs.add(Emit.tombstone(topics.halts(), halt.scope()));
        LOG.info("{} goes on: the day of its cap is over", halt.scope());
      }
    }
  }

  /// After its owner stopped polling.
  @Override
  public void close() {
    SpentRecords open = reader;
    reader = null;
    expected = null;
    if (open != null) {
      open.close();
    }
  }
}
