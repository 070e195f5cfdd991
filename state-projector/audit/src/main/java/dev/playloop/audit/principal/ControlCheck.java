package dev.playloop.audit.principal;

import dev.playloop.audit.Audit;
import dev.playloop.audit.JournalRecord;
import dev.playloop.journal.Given;
import dev.playloop.journal.JournalReader.Read;
import dev.playloop.loop.state.Input;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Printable;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.journal.JournalEntry.Body;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.seal.ControlSeal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/// Checks again who said what was folded: each control of a journal must be signed by somebody who
/// might vouch for others when it was folded. A key that was revoked later still proves what it
/// signed before. Reads along with an audit; holds the first findings and a count for each signer.
/// Used by one thread.
public final class ControlCheck implements Audit.Companion {
  private static final String CONTROLLED = Given.Kind.CONTROLLED.text();
  private static final int MAX_SHOWN = 80;

  private final Function<String, @Nullable Principal> signers;
  private final int most;
  private final Map<String, Signed> proved = new TreeMap<>();
  private final List<Found> found = new ArrayList<>();
  private long unproved;
  private long unread;

  /// Keeps `most` findings, and counts the others.
  public ControlCheck(Function<String, @Nullable Principal> signers, int most) {
    this.signers = signers;
    this.most = most;
  }

  /// How many controls one key has proved.
  public record Signed(String name, String key, long controls) {}

  /// A control that nobody vouches for. `why` is one word for each way.
  public record Found(Entry entry, String why, String detail) {}

  /// Where an entry lies, and its number.
  public record Entry(String agent, int partition, long offset, long seq) {}

  /// What came of it.
  ///
  /// @param signed by key
  /// @param unread controls whose payload is missing: erased, or sealed with a key that is not here
  /// @param found the first of `findings`
  public record Report(List<Signed> signed, long unread, List<Found> found, long findings) {
    public Report {
      signed = List.copyOf(signed);
      found = List.copyOf(found);
    }

    /// How many were proved.
    public long proved() {
      return signed.stream().mapToLong(Signed::controls).sum();
    }
  }

  @Override
  public void take(JournalRecord record, Read read) {
    if (!read.envelope().kind().equals(CONTROLLED)) {
      return;
    }
    Control control;
    try {
      Body body = read.body();
      if (body == null) {
        unread++;
        return;
      }
      control = ((Input.Controlled) Given.read(read.envelope(), body.input())).control();
    } catch (InvalidValueException | JacksonException e) {
      add(record, read, "unreadable", "it is no control");
      return;
    }
    check(record, read, control);
  }

  private void check(JournalRecord record, Read read, Control control) {
    Author author = control.author();
    if (author == null) {
      add(record, read, "unsigned", "nobody signed it"); // of before controls had authors
      return;
    }
    Instant at = read.envelope().at();
    switch (ControlSeal.verify(control, signers, at)) {
      case ControlSeal.Proved(Principal signer) ->
          proved.merge(
              signer.id(),
              new Signed(signer.name(), signer.id(), 1),
              (all, one) -> new Signed(all.name(), all.key(), all.controls() + 1));
      case ControlSeal.Unsigned _ -> add(record, read, "unsigned", "nobody signed it");
      case ControlSeal.UnknownKey(String id) ->
          add(record, read, "unknown-key", "none of the given principals has " + key(id));
      case ControlSeal.Revoked(String id) ->
          add(record, read, "revoked", key(id) + " was revoked before it was folded at " + at);
      case ControlSeal.NoSigner(String id) ->
          add(record, read, "no-signer", key(id) + " is nobody's who may vouch for others there");
      case ControlSeal.Forged _ ->
          add(record, read, "forged", key(String.valueOf(author.keyId())) + " signed other words");
    }
  }

  private void add(JournalRecord record, Read read, String why, String detail) {
    if (unproved++ < most) {
      Entry entry =
          new Entry(record.key(), record.partition(), record.offset(), read.envelope().seq());
      found.add(new Found(entry, why, detail));
    }
  }

  private static String key(String id) {
    return "key " + Printable.brief(id, MAX_SHOWN);
  }

  public Report finish() {
    return new Report(List.copyOf(proved.values()), unread, found, unproved);
  }
}
