package dev.playloop.console.api;

import dev.playloop.console.door.LoggedIn;
import dev.playloop.console.index.NowReads;
import dev.playloop.console.index.NowReads.Cause;
import dev.playloop.console.index.NowReads.LetterQuery;
import dev.playloop.http.EdgeCall;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.DeadLetter;
import dev.playloop.kit.topic.DeadLetters;
import dev.playloop.operator.Lateness;
import dev.playloop.operator.Letter;
import dev.playloop.schemas.topic.LetterHeaders;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Dead letters: by cause, each with its bytes, and sent back. Safe for all threads.
final class LettersApi {
  private static final Duration SILENCE = Duration.ofSeconds(10);
  private static final int MOST_TEXT = 64 * 1024;
  private static final int MOST_REDRIVEN = 200;

  private final Backing backing;
  private final NowReads reads;

  LettersApi(Backing backing) {
    this.backing = backing;
    this.reads = backing.now();
  }

  record Letters(List<Cause> causes, List<Letter> rows, @Nullable String next) {}

  /// `GET /api/letters`.
  Object list(EdgeCall call) throws InterruptedException {
    AskedQuery asked = AskedQuery.of(call);
    int limit = asked.limit();
    int skip = (int) Math.min(asked.number("cursor", 0), 1_000_000);
    List<Letter> rows =
        reads.letters(
            new LetterQuery(
                asked.text("cause"), asked.text("role"), asked.text("topic"), skip, limit + 1));
    boolean more = rows.size() > limit;
    return new Letters(
        reads.causes(),
        more ? rows.subList(0, limit) : rows,
        more ? String.valueOf(skip + limit) : null);
  }

  /// A letter with its bytes, as text.
  ///
  /// @param value the first 64 KiB; null where there is none
  /// @param cut whether it is longer
  @RecordBuilder
  record Whole(
      Letter letter,
      @Nullable String stack,
      @Nullable String key,
      @Nullable String value,
      long bytes,
      boolean cut) {}

  /// `GET /api/letter`.
  Object one(EdgeCall call) {
    String name = AskedQuery.of(call).required("id", "a dead letter, such as 3:120");
    try (DeadLetters letters = DeadLetters.open(kafka(), SILENCE)) {
      DeadLetter letter =
          letters
              .find(id("id", name))
              .orElseThrow(() -> AskedQuery.missing("dead letter " + name).refused());
      byte[] value = letter.value();
      byte[] key = letter.key();
      int length = value == null ? 0 : value.length;
      return LettersApiWholeBuilder.builder()
          .letter(Letter.of(letter, false))
          .stack(letter.stack())
          .key(key == null ? null : new String(key, StandardCharsets.UTF_8))
          .value(
              value == null
                  ? null
                  : new String(value, 0, Math.min(length, MOST_TEXT), StandardCharsets.UTF_8))
          .bytes(length)
          .cut(length > MOST_TEXT)
          .build();
    }
  }

  private KafkaSettings kafka() {
    KafkaSettings kafka = backing.kafka();
    if (kafka == null) {
      throw AskedQuery.missing("dead letter in an export").refused();
    }
    return kafka;
  }

  private static DeadLetter.Id id(String field, String text) {
    try {
      return DeadLetter.Id.parse(text);
    } catch (IllegalArgumentException e) {
      throw AskedQuery.wrong(field, "a dead letter, such as 3:120", "something else").refused();
    }
  }

  /// What is to be sent back, and whether only to be looked at.
  record Redrive(List<String> ids, boolean dryRun) {}

  /// What would be sent, or why not; and what was.
  record Redriven(List<Would> would, List<String> sent) {}

  /// @param refused why it is not sent back; null where it is
  record Would(String id, String topic, @Nullable String refused) {}

  /// `POST /api/letters/redrive`: in the name of who is logged in, which goes with the record.
  Object redrive(EdgeCall call) {
    Redrive asked = SaidBody.of(call, Redrive.class);
    if (asked.ids() == null || asked.ids().isEmpty() || asked.ids().size() > MOST_REDRIVEN) {
      throw AskedQuery.wrong("ids", "1 to " + MOST_REDRIVEN + " dead letters", "none, or more")
          .refused();
    }
    String by = LoggedIn.of(call.known()).name();
    Lateness lateness = new Lateness(kafka().topics(), backing.open().clock());
    List<Would> would = new ArrayList<>();
    List<String> sent = new ArrayList<>();
    try (DeadLetters letters = DeadLetters.open(kafka(), SILENCE)) {
      for (String name : asked.ids()) {
        Optional<DeadLetter> letter = letters.find(id("ids", name));
        if (letter.isEmpty()) {
          would.add(new Would(name, "", "it is not there any more"));
          continue;
        }
        String refused = refused(letter.get(), lateness);
        if (refused == null && !asked.dryRun()) {
          DeadLetters.Redriven done = letters.redrive(letter.get(), by, lateness::isInTime);
          refused = done.sent() ? null : done.reason();
          if (done.sent()) {
            sent.add(name);
          }
        }
        would.add(new Would(name, letter.get().topic(), refused));
      }
    }
    return new Redriven(would, sent);
  }

  private static @Nullable String refused(DeadLetter letter, Lateness lateness) {
    if (letter.headers().lastHeader(LetterHeaders.CUT) != null) {
      return "it was too large to be kept whole";
    }
    if (letter.topic().isEmpty()) {
      return "it does not say which topic it came from";
    }
    return lateness.isInTime(letter) ? null : "it is past its time";
  }
}
