package dev.playloop.launcher.audit;

import dev.playloop.audit.JournalRecord;
import dev.playloop.journal.ChainHead;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.JournalEntry;
import dev.playloop.schemas.event.JournalEntry.Envelope;
import dev.playloop.schemas.event.JournalEntry.Payload;
import dev.playloop.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
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

  /// What it does. `seenAlone` kinds must be found without any checkpoint.
  enum Kind {
    EDIT_ENVELOPE,
    EDIT_PAYLOAD,
    EDIT_SALT,
    /// The bits of the salt's last character that a decoder does not look at.
    EDIT_SALT_BITS,
    /// The same JSON in other bytes: a blank in the record.
    BLANK_IN_RECORD,
    /// The same JSON in other bytes: a character escaped that need not be.
    ESCAPE_IN_RECORD,
    /// A field that nobody reads.
    FIELD_IN_RECORD,
    /// A question mark becomes half a surrogate pair, which naive code hashes as a question mark.
    SURROGATE_IN_RECORD,
    BLANK_IN_ENVELOPE,
    BLANK_IN_PAYLOAD,
    DELETE,
    DELETE_BEGINNING,
    INSERT_AGAIN,
    INSERT_OF_ANOTHER,
    REORDER,
    SWAP_AGENTS,
    CHANGE_KEY,
    TRUNCATE_AGENT,
    TRUNCATE_LOG,
    DELETE_AGENT,
    REHASH_EDIT,
    REHASH_DELETE;

    /// Found only against a checkpoint, or at least not surely without one.
    boolean needsCheckpoint() {
      return switch (this) {
        case TRUNCATE_AGENT, TRUNCATE_LOG, DELETE_AGENT, REHASH_EDIT, REHASH_DELETE -> true;
        case EDIT_ENVELOPE,
            EDIT_PAYLOAD,
            EDIT_SALT,
            EDIT_SALT_BITS,
            BLANK_IN_RECORD,
            ESCAPE_IN_RECORD,
            FIELD_IN_RECORD,
            SURROGATE_IN_RECORD,
            BLANK_IN_ENVELOPE,
            BLANK_IN_PAYLOAD,
            DELETE,
            DELETE_BEGINNING,
            INSERT_AGAIN,
            INSERT_OF_ANOTHER,
            REORDER,
            SWAP_AGENTS,
            CHANGE_KEY ->
            false;
      };
    }
  }

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
  @Nullable String forge(Kind kind) {
    int at = random.nextInt(records.size());
    JournalRecord record = records.get(at);
    String key = record.key();
    touched.add(key);
    tail = isLast(at);
    String where = kind + " at " + key + "@" + record.offset();
    return switch (kind) {
      case EDIT_ENVELOPE -> entry(at, e -> with(e, flipped(e.envelope()), e.payload())) + where;
      case EDIT_PAYLOAD -> entry(at, e -> body(e, flipped(payload(e).body()))) + where;
      case EDIT_SALT -> entry(at, e -> salt(e, flipped(payload(e).salt()))) + where;
      case EDIT_SALT_BITS -> entry(at, e -> salt(e, otherBits(payload(e).salt()))) + where;
      case BLANK_IN_RECORD -> text(at, text -> text.replaceFirst("\"envelope\":", "$0 ")) + where;
      case ESCAPE_IN_RECORD -> text(at, this::escaped) + where;
      case FIELD_IN_RECORD -> text(at, text -> text.replaceFirst("^\\{", "{\"note\":1,")) + where;
      case SURROGATE_IN_RECORD ->
          new String(record.value(), StandardCharsets.UTF_8).contains("?")
              ? text(at, text -> text.replaceFirst("\\?", "\\\\uD800")) + where
              : null;
      case BLANK_IN_ENVELOPE ->
          entry(at, e -> with(e, e.envelope().replaceFirst(":", ": "), e.payload())) + where;
      case BLANK_IN_PAYLOAD ->
          entry(at, e -> body(e, payload(e).body().replaceFirst(":", ": "))) + where;
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
    JournalEntry before = Json.read(records.get(at).value(), JournalEntry.class);
    return value(at, Json.bytes(edit.of(before)));
  }

  private String text(int at, TextEdit edit) {
    String before = new String(records.get(at).value(), StandardCharsets.UTF_8);
    String after = edit.of(before);
    if (after.equals(before)) {
      throw new IllegalStateException("nothing changed");
    }
    return value(at, after.getBytes(StandardCharsets.UTF_8));
  }

  private String value(int at, byte[] value) {
    JournalRecord r = records.get(at);
    records.set(at, new JournalRecord(r.partition(), r.offset(), r.time(), r.key(), value));
    return "";
  }

  private static JournalEntry with(JournalEntry e, String envelope, @Nullable Payload payload) {
    return new JournalEntry(e.v(), envelope, payload);
  }

  private static JournalEntry body(JournalEntry e, String body) {
    return with(e, e.envelope(), new Payload(payload(e).salt(), body));
  }

  private static JournalEntry salt(JournalEntry e, String salt) {
    return with(e, e.envelope(), new Payload(salt, payload(e).body()));
  }

  private static Payload payload(JournalEntry e) {
    return Objects.requireNonNull(e.payload());
  }

  private String flipped(String text) {
    int at = random.nextInt(text.length());
    char other = text.charAt(at) == 'x' ? 'y' : 'x';
    return text.substring(0, at) + other + text.substring(at + 1);
  }

  private static String otherBits(String salt) {
    int at = salt.indexOf('=') - 1;
    char next = (char) (salt.charAt(at) + 1);
    String other = salt.substring(0, at) + next + salt.substring(at + 1);
    if (!java.util.Arrays.equals(
        Base64.getDecoder().decode(salt), Base64.getDecoder().decode(other))) {
      throw new IllegalStateException("these bits count: " + salt);
    }
    return other;
  }

  /// One letter of the record as a Unicode escape; every parser reads the same.
  private String escaped(String text) {
    int at = text.indexOf("society", random.nextInt(text.length() / 2));
    int letter = at < 0 ? text.indexOf("society") : at;
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
        at + 1, new JournalRecord(home.partition(), offset, what.time(), key, what.value()));
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
    byte[] value = records.get(a).value();
    touched.add(records.get(b).key());
    value(a, records.get(b).value());
    value(b, value);
    return true;
  }

  private boolean changedKey(int at) {
    JournalRecord r = records.get(at);
    JournalRecord other = records.get(random.nextInt(records.size()));
    if (other.key().equals(r.key())) {
      return false;
    }
    touched.add(other.key());
    records.set(at, new JournalRecord(r.partition(), r.offset(), r.time(), other.key(), r.value()));
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
    Envelope first = Json.read(parsed(at).envelope(), Envelope.class);
    ChainHead head = new ChainHead(first.seq(), first.previous());
    int from = at;
    if (remove) {
      if (isLast(at)) {
        return false;
      }
      records.remove(at);
    } else {
      String body = payload(parsed(at)).body();
      String edited = flipped(body);
      if (edited.equals(body)) {
        return false;
      }
      entry(at, e -> body(e, edited));
    }
    for (int i = from; i < records.size(); i++) {
      if (records.get(i).key().equals(key)) {
        head = chained(i, head);
      }
    }
    return true;
  }

  private JournalEntry parsed(int at) {
    return Json.read(records.get(at).value(), JournalEntry.class);
  }

  private ChainHead chained(int at, ChainHead head) {
    JournalEntry entry = parsed(at);
    Envelope e = Json.read(entry.envelope(), Envelope.class);
    Payload payload = payload(entry);
    String hash =
        Sha256.hex(
            Base64.getDecoder().decode(payload.salt()),
            payload.body().getBytes(StandardCharsets.UTF_8));
    String text =
        Json.text(
            Envelope.of(e.agent(), head.seq(), e.at())
                .by(e.foldVersion(), e.catalogue())
                .about(e.kind(), e.input())
                .hashes(hash, e.commandsHash(), e.stateHash())
                .behind(head.previous())
                .prompt(e.promptHash()));
    value(at, Json.bytes(new JournalEntry(entry.v(), text, payload)));
    return new ChainHead(head.seq() + 1, Sha256.hex(text));
  }
}
