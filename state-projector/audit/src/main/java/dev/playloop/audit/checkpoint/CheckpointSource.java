package dev.playloop.audit.checkpoint;

import dev.playloop.audit.Heads;
import dev.playloop.audit.log.JournalHeads;
import dev.playloop.kit.Emit;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.OwnedSource;
import dev.playloop.kit.Unhandled;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.id.SourceId;
import dev.playloop.schemas.journal.Checkpoint;
import dev.playloop.schemas.journal.Checkpoint.Body;
import dev.playloop.schemas.journal.CheckpointBodyBuilder;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.seal.SigningKey;
import dev.playloop.schemas.topic.Topics;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Writes checkpoints, one at a time in the whole system: whoever owns its partition of `sources`
/// polls it, and a checkpoint goes out in one transaction with its cursor, which is its body. So
/// the chain of checkpoints never forks. A new owner first reads the journal up to the last
/// checkpoint and refuses to sign on where it is not what was signed. Used by one thread at a time.
final class CheckpointSource implements OwnedSource, AutoCloseable {
  static final SourceId ID = new SourceId("checkpoints");

  private final KafkaSettings kafka;
  private final SigningKey key;
  private final Duration interval;
  private final Copies copies;
  private final Clock clock;
  private @Nullable JournalHeads journal;
  private @Nullable SignedCheckpoint written;
  private final AtomicLong faults = new AtomicLong();
  private volatile @Nullable String problem;
  private volatile @Nullable Instant signedUp;

  CheckpointSource(
      KafkaSettings kafka, SigningKey key, Duration interval, Copies copies, Clock clock) {
    this.kafka = kafka;
    this.key = key;
    this.interval = interval;
    this.copies = copies;
    this.clock = clock;
  }

  @Override
  public SourceId id() {
    return ID;
  }

  /// Why the last poll signed nothing where it should have; null where it did not fail. Any thread
  /// may ask.
  @Nullable String problem() {
    return problem;
  }

  /// How long ago all of the journal was signed, as far as this process knows; null before it has
  /// looked. Any thread may ask.
  @Nullable Duration age() {
    Instant last = signedUp;
    return last == null ? null : Duration.between(last, clock.instant());
  }

  /// What was wrong with the journal, each time that it was seen. Any thread may ask.
  long faults() {
    return faults.get();
  }

  @Override
  public Polled poll(@Nullable String cursor) throws InterruptedException {
    try {
      Polled polled = look(cursor);
      problem = null;
      return polled;
    } catch (RuntimeException | Error e) {
      problem = "no checkpoint is signed: " + Unhandled.text(e);
      throw e;
    }
  }

  private Polled look(@Nullable String cursor) throws InterruptedException {
    Body last = cursor == null ? null : Json.read(cursor, Body.class);
    if (last != null && (signedUp == null || last.at().isAfter(signedUp))) {
      signedUp = last.at();
    }
    copyWritten(cursor);
    Duration early = last == null ? Duration.ZERO : untilNext(last);
    JournalHeads read = journal(last);
    if (early.isPositive()) {
      return new Polled(List.of(), null, early);
    }
    List<Long> ends = read.ends();
    if (last != null && last.offsets().equals(ends)) {
      signedUp = clock.instant();
      return new Polled(List.of(), null, interval);
    }
    read.readTo(ends);
    Heads heads = read.heads();
    Topics topics = kafka.topics();
    SignedCheckpoint next =
        SignedCheckpoint.sign(
            key,
            CheckpointBodyBuilder.builder()
                .v(Checkpoint.VERSION)
                .number(last == null ? 0 : last.number() + 1)
                .at(clock.instant())
                .journal(topics.journal().name())
                .offsets(ends)
                .agents(heads.byAgent().size())
                .root(heads.root())
                .previous(cursor == null ? SignedCheckpoint.NOTHING : Sha256.hex(cursor))
                .build());
    written = next;
    return new Polled(
        List.of(Emit.of(topics.checkpoints(), ID, next.checkpoint())),
        next.checkpoint().body(),
        copies.isOff() ? interval : Duration.ZERO);
  }

  /// Signing has its own clock: that a poll comes early, to make a copy, signs nothing.
  private Duration untilNext(Body last) {
    Duration left = Duration.between(clock.instant(), last.at().plus(interval));
    return left.compareTo(interval) > 0 ? interval : left;
  }

  /// A copy is made of what is committed only: then the cursor is its body.
  private void copyWritten(@Nullable String cursor) throws InterruptedException {
    SignedCheckpoint one = written;
    written = null;
    if (one != null && one.checkpoint().body().equals(cursor)) {
      copies.add(one);
    }
    copies.deliver();
  }

  private JournalHeads journal(@Nullable Body last) throws InterruptedException {
    JournalHeads known = journal;
    if (known != null) {
      return known;
    }
    JournalHeads opened = new JournalHeads(kafka, faults::incrementAndGet);
    boolean good = false;
    try {
      if (last != null) {
        opened.readTo(last.offsets());
        requireSigned(last, opened.heads());
        // The owner before may not have come to copy it. A signature is the same each time.
        copies.add(SignedCheckpoint.sign(key, last));
        copies.deliver();
      }
      good = true;
      journal = opened;
      return opened;
    } finally {
      if (!good) {
        opened.close();
      }
    }
  }

  private void requireSigned(Body last, Heads heads) {
    if (!heads.root().equals(last.root())) {
      faults.incrementAndGet();
      throw new IllegalStateException(
          "the journal is not what checkpoint "
              + last.number()
              + " signed (root "
              + last.root()
              + ", now "
              + heads.root()
              + "); nothing more is signed. Find out what was changed: 'playloop audit verify"
              + " --checkpoint'");
    }
  }

  /// After the owner stopped polling.
  @Override
  public void close() {
    JournalHeads open = journal;
    if (open != null) {
      open.close();
    }
  }
}
