package dev.playloop.launcher.audit;

import dev.playloop.audit.JournalRecord;
import dev.playloop.journal.ChainHead;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.journal.JournalEntry.Envelope;
import dev.playloop.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Changes a journal in one of many ways, and remembers whose chains it touched. Records keep the
/// order of their offsets, as a broker would hand them out.
final class Forger {
  /// Between two records there is room for so many more.
  static final int GAP = 1_000;

  private final List<JournalRecord> records;

  private final Random random;

  private final Set<String> touched = new LinkedHashSet<>();

  private boolean tail;

  Forger(List<JournalRecord> original, Random random) {
    this.records = new ArrayList<>(original);
    this.random = random;
  }

  List<JournalRecord> records() {
    return records;
  }

  /// Whether the change began at a chain's last entry, which no other names.
  boolean atTail() {
    return tail;
  }

  /// The keys whose chains are not as they were.
  Set<String> touched() {
    return touched;
  }

  /// Does it; says what, or null where the dice fell so that nothing would change.
  @Nullable String forge(Forgery kind) {
    int at = random.nextInt(records.size());
    JournalRecord record = records.get(at);
    String key = record.key();
    touched.add(key);
    tail = isLast(at);
    String where = kind + " at " + key + "@" + record.offset();
    return switch (kind) {
      case EDIT_ENVELOPE -> entry(at, e -> e.envelope(flipped(e.envelope()))) + where;
      case EDIT_PAYLOAD -> entry(at, e -> e.value(flipped(e.value()))) + where;
      case EDIT_SALT -> entry(at, e -> e.salt(flipped(e.salt()))) + where;
      case NO_ENVELOPE -> entry(at, e -> e.envelope(null)) + where;
      case NO_SALT -> entry(at, e -> e.salt(null)) + where;
      case LONGER_SALT -> entry(at, e -> e.salt(java.util.Arrays.copyOf(of(e.salt()), 17))) + where;
      case SALT_WITHOUT_PAYLOAD -> entry(at, e -> e.value(null)) + where;
      case FIELD_IN_ENVELOPE ->
          envelope(at, text -> text.replaceFirst("^\\{", "{\"note\":1,")) + where;
      case ESCAPE_IN_ENVELOPE -> envelope(at, this::escaped) + where;
      case ESCAPE_IN_PAYLOAD -> payload(at, this::escaped) + where;
      case SURROGATE_IN_PAYLOAD ->
          text(record.entry().value()).contains("?")
              ? payload(at, text -> text.replaceFirst("\\?", "\\\\uD800")) + where
              : null;
      case BLANK_IN_ENVELOPE -> envelope(at, text -> text.replaceFirst(":", ": ")) + where;
      case BLANK_IN_PAYLOAD -> payload(at, text -> text.replaceFirst(":", ": ")) + where;
      case DELETE -> isLast(at) ? null : removed(at) + where;
      case DELETE_BEGINNING -> isLast(at) ? null : beginningRemoved(at) + where;
      case INSERT_AGAIN -> inserted(record, key) + where;
      case INSERT_OF_ANOTHER -> {
        JournalRecord other = records.get(random.nextInt(records.size()));
        yield other.key().equals(key) ? null : inserted(other, key) + where;
      }
      case REORDER -> swapped(at, sameKey(at, true)) ? where : null;
      case SWAP_AGENTS -> swapped(at, sameKey(at, false)) ? where : null;
      case CHANGE_KEY -> changedKey(at) ? where : null;
      case TRUNCATE_AGENT -> truncated(at) + where;
      case TRUNCATE_LOG -> cut(at) + where;
      case DELETE_AGENT -> records.removeIf(r -> r.key().equals(key)) ? where : null;
      case REHASH_EDIT -> rehashed(at, false) ? where : null;
      case REHASH_DELETE -> rehashed(at, true) ? where : null;
    };
  }

  private interface Edit {
    JournalEntry of(JournalEntry entry);
  }

  private interface TextEdit {
    String of(String text);
  }

  private String entry(int at, Edit edit) {
    JournalRecord record = records.get(at);
    records.set(at, record.with(edit.of(record.entry())));
    return "";
  }

  private String envelope(int at, TextEdit edit) {
    return entry(at, e -> e.envelope(edited(e.envelope(), edit)));
  }

  private String payload(int at, TextEdit edit) {
    return entry(at, e -> e.value(edited(e.value(), edit)));
  }

  private static byte[] edited(byte @Nullable [] utf8, TextEdit edit) {
    String before = text(utf8);
    String after = edit.of(before);
    if (after.equals(before)) {
      throw new IllegalStateException("nothing changed");
    }
    return after.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte @Nullable [] utf8) {
    return new String(of(utf8), StandardCharsets.UTF_8);
  }

  private static byte[] of(byte @Nullable [] part) {
    return Objects.requireNonNull(part);
  }

  private byte[] flipped(byte @Nullable [] bytes) {
    byte[] other = of(bytes).clone();
    int at = random.nextInt(other.length);
    other[at] = (byte) (other[at] == 'x' ? 'y' : 'x');
    return other;
  }

  /// One letter as a Unicode escape; every parser reads the same.
  private String escaped(String text) {
    String word = text.contains("society") ? "society" : "said"; // which each talk has
    int at = text.indexOf(word, random.nextInt(text.length() / 2));
    int letter = at < 0 ? text.indexOf(word) : at;
    return text.substring(0, letter) + "\\u0073" + text.substring(letter + 1);
  }

  private boolean isLast(int at) {
    return next(at) < 0;
  }

  private int next(int at) {
    for (int i = at + 1; i < records.size(); i++) {
      if (records.get(i).key().equals(records.get(at).key())) {
        return i;
      }
    }
    return -1;
  }

  private String removed(int at) {
    records.remove(at);
    return "";
  }

  private String beginningRemoved(int at) {
    JournalRecord last = records.get(at);
    records.removeIf(r -> r.key().equals(last.key()) && r.offset() <= last.offset());
    return "";
  }

  private String inserted(JournalRecord what, String key) {
    int at = random.nextInt(records.size());
    JournalRecord before = records.get(at);
    JournalRecord home = firstOf(key);
    long offset = before.offset() + 1 + random.nextInt(GAP - 1);
    records.add(
        at + 1, new JournalRecord(home.partition(), offset, what.time(), key, what.entry()));
    return "";
  }

  private JournalRecord firstOf(String key) {
    return records.stream().filter(r -> r.key().equals(key)).findFirst().orElseThrow();
  }

  private int sameKey(int at, boolean same) {
    int other = random.nextInt(records.size());
    return other != at && records.get(other).key().equals(records.get(at).key()) == same
        ? other
        : -1;
  }

  private boolean swapped(int a, int b) {
    if (b < 0) {
      return false;
    }
    JournalEntry entry = records.get(a).entry();
    touched.add(records.get(b).key());
    records.set(a, records.get(a).with(records.get(b).entry()));
    records.set(b, records.get(b).with(entry));
    return true;
  }

  private boolean changedKey(int at) {
    JournalRecord r = records.get(at);
    JournalRecord other = records.get(random.nextInt(records.size()));
    if (other.key().equals(r.key())) {
      return false;
    }
    touched.add(other.key());
    records.set(at, new JournalRecord(r.partition(), r.offset(), r.time(), other.key(), r.entry()));
    return true;
  }

  private String truncated(int at) {
    JournalRecord first = records.get(at);
    records.removeIf(r -> r.key().equals(first.key()) && r.offset() >= first.offset());
    return "";
  }

  private String cut(int at) {
    JournalRecord first = records.get(at);
    records.removeIf(r -> {
      boolean gone = r.partition() == first.partition() && r.offset() >= first.offset();
      if (gone) {
        touched.add(r.key());
      }
      return gone;
    });
    return "";
  }

  /// Edits or removes an entry, and hashes it and all that follow anew: every hash fits.
  private boolean rehashed(int at, boolean remove) {
    String key = records.get(at).key();
    Envelope first = Json.read(of(records.get(at).entry().envelope()), Envelope.class);
    ChainHead head = new ChainHead(first.seq(), first.previous());
    int from = at;
    if (remove) {
      if (isLast(at)) {
        return false;
      }
      records.remove(at);
    } else {
      entry(at, e -> e.value(flipped(e.value())));
    }
    for (int i = from; i < records.size(); i++) {
      if (records.get(i).key().equals(key)) {
        head = chained(i, head);
      }
    }
    return true;
  }

  private ChainHead chained(int at, ChainHead head) {
    JournalEntry entry = records.get(at).entry();
    Envelope e = Json.read(of(entry.envelope()), Envelope.class);
    byte[] text =
        Json.bytes(
            Envelope.of(e.agent(), head.seq(), e.at())
                .by(e.fold(), e.catalogue())
                .about(e.kind(), e.input())
                .hashes(
                    Sha256.hex(of(entry.salt()), of(entry.value())),
                    e.commandsHash(),
                    e.stateHash())
                .prompt(e.promptHash())
                .behind(head.previous()));
    entry(at, was -> was.envelope(text));
    return new ChainHead(head.seq() + 1, Sha256.hex(text));
  }
}
