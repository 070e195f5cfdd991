package dev.playloop.kit.commit;

import java.text.CharacterIterator;
import java.text.StringCharacterIterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;

/// Which offsets of one partition are finished. Offsets below `position` are; from there on the map
/// knows the open ones, and everything else up to the newest offset it has seen is finished. So
/// offsets that are no records (transaction markers, compacted gaps) count as finished by
/// themselves.
///
/// Written into the commit metadata as lengths of alternating runs (open, finished, open, …) from
/// the position on, each in base 32 with one continuation bit a character. Only runs that hold a
/// finished record are written, so taking records in never makes the text longer. The successor
/// decodes it and handles the open offsets only.
///
/// Shared by the poll thread (takes) and the committer (finishes); each call holds the monitor for
/// a few steps and does no I/O.
public final class OffsetMap {
  private static final String VERSION = "1.";
  private static final String DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

  /// More than any worker leaves: what says so is somebody's garbage.
  private static final int LARGEST_OPEN = 1_000_000;

  private static final long LARGEST_FINISHED_RUN = 1_000_000_000L;

  private final TreeSet<Long> open = new TreeSet<>();

  /// Runs of finished offsets beyond the position: first → behind the last.
  private final TreeMap<Long, Long> finished = new TreeMap<>();

  private long fetched;
  private long seen;

  /// Nothing finished from `position` on.
  public OffsetMap(long position) {
    this.fetched = position;
    this.seen = position;
  }

  /// From a committed offset and its metadata. Metadata that is not ours counts as none.
  public static OffsetMap decode(long position, @Nullable String metadata) {
    OffsetMap map = new OffsetMap(position);
    if (metadata != null && metadata.startsWith(VERSION)) {
      map.read(metadata);
    }
    return map;
  }

  /// Notes that the record at `offset` was fetched, the next one after what was fetched before.
  /// True when it has to be handled, false when a predecessor finished it.
  public synchronized boolean take(long offset) {
    passed(offset);
    fetched = Math.max(fetched, offset + 1);
    if (offset < seen) {
      return open.contains(offset);
    }
    open.add(offset);
    seen = offset + 1;
    return true;
  }

  /// Notes that there is no record from what was fetched up to `next` (exclusive).
  public synchronized void passed(long next) {
    if (next > fetched) {
      open.subSet(fetched, next).clear();
      fetched = next;
      seen = Math.max(seen, next);
      prune();
    }
  }

  /// Whether the record at `offset` needs no handling, as a predecessor finished it.
  public synchronized boolean isFinished(long offset) {
    return offset < seen && !open.contains(offset);
  }

  /// Finishes one offset, unless the encoded map would then be longer than `maxChars`. The oldest
  /// open offset always passes, as that makes the map shorter.
  public synchronized boolean finish(long offset, int maxChars) {
    if (!open.remove(offset)) {
      return true;
    }
    if (position() > offset) {
      prune();
      return true;
    }
    Map.Entry<Long, Long> lower = finished.lowerEntry(offset);
    Map.Entry<Long, Long> higher = finished.higherEntry(offset);
    boolean joinsLower = lower != null && !hasOpen(lower.getValue(), offset);
    boolean joinsHigher = higher != null && !hasOpen(offset + 1, higher.getKey());
    long from = joinsLower ? lower.getKey() : offset;
    long to = joinsHigher ? higher.getValue() : offset + 1;
    if (joinsHigher) {
      finished.remove(higher.getKey());
    }
    finished.put(from, to);
    if (fits(maxChars)) {
      return true;
    }
    finished.remove(from);
    if (joinsLower) {
      finished.put(lower.getKey(), lower.getValue());
    }
    if (joinsHigher) {
      finished.put(higher.getKey(), higher.getValue());
    }
    open.add(offset);
    return false;
  }

  /// The first offset that is not finished: what to commit.
  public synchronized long position() {
    return open.isEmpty() ? seen : open.first();
  }

  /// Offsets from the position to the newest fetched; what bounds how far a worker runs ahead.
  public synchronized long span() {
    return Math.max(0, fetched - position());
  }

  /// Position and encoded map, taken together.
  public synchronized OffsetAndMetadata toCommit() {
    return new OffsetAndMetadata(position(), encode());
  }

  /// The finished offsets beyond the position; empty where there are none.
  public synchronized String encode() {
    if (finished.isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder(VERSION);
    long at = position();
    for (Map.Entry<Long, Long> run : finished.entrySet()) {
      write(text, run.getKey() - at);
      write(text, run.getValue() - run.getKey());
      at = run.getValue();
    }
    return text.toString();
  }

  /// A cheap bound first, as this is asked for every record.
  private boolean fits(int maxChars) {
    int digits = 1;
    for (long span = seen - position(); span >= 32; span >>>= 5) {
      digits++;
    }
    return VERSION.length() + 2L * digits * finished.size() <= maxChars
        || encode().length() <= maxChars;
  }

  private boolean hasOpen(long from, long to) {
    Long next = open.ceiling(from);
    return next != null && next < to;
  }

  private void prune() {
    finished.headMap(position()).clear();
  }

  private static void write(StringBuilder text, long number) {
    long rest = number;
    while (rest >= 32) {
      text.append(DIGITS.charAt((int) (32 + (rest & 31))));
      rest >>>= 5;
    }
    text.append(DIGITS.charAt((int) rest));
  }

  /// Reads runs until the text ends. What can't be read counts as open, which repeats work but
  /// loses none.
  private void read(String metadata) {
    CharacterIterator text = new StringCharacterIterator(metadata, VERSION.length());
    long offset = seen;
    while (true) {
      long openLength = number(text);
      long finishedLength = number(text);
      if (openLength < 0
          || openLength + open.size() > LARGEST_OPEN
          || finishedLength < 0
          || finishedLength > LARGEST_FINISHED_RUN) {
        return;
      }
      for (long next = offset; next < offset + openLength; next++) {
        open.add(next);
      }
      finished.put(offset + openLength, offset + openLength + finishedLength);
      offset += openLength + finishedLength;
      seen = offset;
    }
  }

  /// The next number, or -1 where there is none.
  private static long number(CharacterIterator text) {
    long number = 0;
    for (int shift = 0; shift <= 40; shift += 5) {
      int digit = DIGITS.indexOf(text.current());
      text.next();
      if (digit < 0) {
        return -1;
      }
      number |= (long) (digit & 31) << shift;
      if (digit < 32) {
        return number;
      }
    }
    return -1;
  }
}
