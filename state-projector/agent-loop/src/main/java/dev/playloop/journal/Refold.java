package dev.playloop.journal;

import dev.playloop.journal.Finding.Problem;
import dev.playloop.journal.JournalReader.Read;
import dev.playloop.journal.Releases.Basis;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.StateJson;
import dev.playloop.loop.state.Transition;
import dev.playloop.loop.talk.Talk;
import dev.playloop.loop.talk.TalkMark;
import dev.playloop.loop.talk.TalkMemory;
import dev.playloop.loop.talk.TalkSource;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.journal.JournalEntry.Envelope;
import dev.playloop.schemas.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectReader;

/// Folds journaled inputs again. Immutable; a [Progress] is one agent's and one thread's.
public final class Refold {
  private static final ObjectReader SNAPSHOT = Json.LOG.readerFor(Snapshots.class);
  private static final ObjectReader TALK = Json.LOG.readerFor(Talks.class);

  private final Desk desk;

  public Refold(Desk desk) {
    this.desk = desk;
  }

  /// What became of an entry.
  public enum Outcome {
    /// Folded again, whether or not it gave the same.
    FOLDED,
    /// Its payload is missing: erased, or too large to be journaled.
    ERASED,
    /// Another release wrote it, and only that one can fold it.
    OTHER_RELEASE,
    /// There is no state to begin with: no snapshot came before it, or behind what could not be
    /// folded.
    NO_STATE
  }

  /// Begins with an agent's first entry where `start` is the chain's start; else at the first
  /// snapshot.
  public Progress begin(AgentId agent, @Nullable ChainHead start) {
    return new Progress(ChainHead.START.equals(start) ? Live.empty(agent) : null);
  }

  /// An entry that can be folded again, and by what.
  private record By(Envelope envelope, Basis by) {}

  /// A body that holds a snapshot.
  private record Snapshots(Snapshot input) {}

  /// A body that holds what is kept of a talk.
  private record Talks(Talk input) {}

  /// Where one agent's re-fold stands. The agent is null while it is unknown.
  public final class Progress {
    private @Nullable Live live;
    private @Nullable Last last;
    private long weight;

    /// What the next entry read of the talks with those whom it is not about.
    private final List<Talk> recalled = new ArrayList<>();

    /// The JSON of the state and its hash; null where they are not at hand.
    private byte @Nullable [] stateJson;

    private String stateHash = "";

    private Progress(@Nullable Live live) {
      this.live = live;
    }

    /// One that goes on from here on its own.
    Progress fork() {
      Progress fork = new Progress(live);
      fork.weight = weight;
      fork.recalled.addAll(recalled);
      fork.stateJson = stateJson;
      fork.stateHash = stateHash;
      return fork;
    }

    /// The state behind the last entry, if it is known.
    public @Nullable AgentState state() {
      return live == null ? null : live.state();
    }

    /// The messages of the open run.
    public Transcript transcript() {
      return live == null ? Transcript.EMPTY : live.transcript();
    }

    /// What the last entry came to; null where it was not folded or was a snapshot.
    public @Nullable Last last() {
      return last;
    }

    /// About how many bytes of memory this holds.
    public long weight() {
      return weight;
    }

    /// Nothing can be folded again before the next snapshot.
    public void lose() {
      live = null;
      last = null;
      stateJson = null;
      weight = 0;
      recalled.clear();
    }

    /// Folds one entry again, and compares.
    public Outcome fold(Read read, Finding.Sink findings) {
      last = null;
      Envelope envelope = read.envelope();
      boolean snapshot = envelope.kind().equals(Entry.SNAPSHOT);
      boolean talk = Entry.isTalk(envelope.kind());
      Basis by = basis(envelope);
      byte[] body = read.bodyJson();
      if (by == null || body == null) {
        if (by == null || !(snapshot || envelope.kind().equals(Entry.TALK))) {
          lose();
        }
        return by == null ? Outcome.OTHER_RELEASE : Outcome.ERASED;
      }
      if (!snapshot && live == null) {
        return Outcome.NO_STATE;
      }
      try {
        if (snapshot) {
          load(envelope, body, findings);
        } else if (talk) {
          keep(Objects.requireNonNull(live), envelope, body, findings);
        } else {
          again(Objects.requireNonNull(live), new By(envelope, by), body, findings);
        }
      } catch (RuntimeException e) {
        // A forged payload may hold anything, and a fold may throw where it did not throw then.
        findings.add(Problem.STATE_DIFFERS, "stateHash", envelope.stateHash(), "nothing: " + e);
        lose();
      }
      return Outcome.FOLDED;
    }

    /// What the entry was folded by; null where this build does not hold that, or not what the open
    /// run began with.
    private @Nullable Basis basis(Envelope envelope) {
      FoldRelease release = new FoldRelease(envelope.fold(), envelope.catalogue());
      Basis by = desk.releases().find(envelope.agent().world(), release);
      boolean goesOn =
          by == null
              || live == null
              || envelope.kind().equals(Entry.SNAPSHOT)
              || envelope.kind().equals(Given.Kind.CATALOGUE_LOST.text())
              || Releases.holds(live.state(), by);
      return goesOn ? by : null;
    }

    private void again(Live before, By entry, byte[] json, Finding.Sink findings) {
      Envelope envelope = entry.envelope;
      Given.Body<?> body = Given.body(envelope, json);
      Input input = Given.again(envelope, body.input());
      findings.compare(Problem.ENVELOPE_DIFFERS, "input", envelope.input(), Given.id(input));
      recalled.addAll(body.remembered());
      TalkSource read = TalkSource.of(List.copyOf(recalled));
      recalled.clear();
      Taken taken = take(before.reading(read), input, body, entry.by);
      live = taken.next();
      stateJson = taken.json().bytes();
      stateHash = taken.json().hash();
      findings.compare(Problem.STATE_DIFFERS, "stateHash", envelope.stateHash(), stateHash);
      Rendering.Rendered rendered = taken.rendered();
      findings.compare(
          Problem.PROMPT_DIFFERS,
          "promptHash",
          shown(envelope.promptHash()),
          shown(rendered.promptHash()));
      findings.compare(
          Problem.COMMANDS_DIFFER,
          "commandsHash",
          envelope.commandsHash(),
          rendered.commandsHash());
      Transition step = taken.step();
      findings.compareEvents(body.all(), step.events());
      last = new Last(input, body.view(), step, rendered);
      weight = 4L * stateJson.length + (step.cleared().isEmpty() ? weight : 0) + 3L * json.length;
    }

    /// What is kept of a talk has to be what the index stands for.
    private void keep(Live held, Envelope envelope, byte[] json, Finding.Sink findings) {
      nothingDone(envelope, findings);
      Talk talk = TALK.<Talks>readValue(json).input();
      TalkMark mark = held.talks().talks().of(talk.with());
      findings.compare(
          Problem.STATE_DIFFERS,
          "input",
          talk.isWhole() ? talk.hash() : "another hash than that of what it holds",
          mark == null ? "nothing said by '" + talk.with() + "'" : mark.hash());
      if (!Arrays.equals(JournalWriter.body(Json.bytes(talk)), json)) {
        findings.add(Problem.STATE_DIFFERS, "input", "another text than that talk's", "it");
      }
      written(held);
      beside(envelope, Entry.id(envelope.kind(), envelope.seq()), findings);
      if (envelope.kind().equals(Entry.RECALLED)) {
        recalled.add(talk);
      }
    }

    /// An entry of what is, and not of what happened.
    private void nothingDone(Envelope envelope, Finding.Sink findings) {
      findings.compare(
          Problem.COMMANDS_DIFFER, "commandsHash", envelope.commandsHash(), Entry.NO_COMMANDS);
      findings.compare(
          Problem.PROMPT_DIFFERS, "promptHash", shown(envelope.promptHash()), shown(null));
    }

    /// It says whose it is, and of which state.
    private void beside(Envelope envelope, String id, Finding.Sink findings) {
      Instant at = Objects.requireNonNull(live).state().at();
      findings.compare(Problem.ENVELOPE_DIFFERS, "input", envelope.input(), id);
      findings.compare(Problem.ENVELOPE_DIFFERS, "at", envelope.at().toString(), at.toString());
      findings.compare(Problem.STATE_DIFFERS, "stateHash", envelope.stateHash(), stateHash);
    }

    private void load(Envelope envelope, byte[] json, Finding.Sink findings) {
      nothingDone(envelope, findings);
      Live held = live;
      if (held == null || !isOf(held, json)) {
        Snapshot snapshot = SNAPSHOT.<Snapshots>readValue(json).input();
        StateJson.Parts parts = held == null ? StateJson.Parts.NONE : held.parts();
        StateJson now = StateJson.of(snapshot.state(), parts);
        TalkMemory talks = TalkMemory.NONE.with(snapshot.index());
        live = new Live(snapshot.state(), snapshot.transcripts(), talks, now.parts(), Live.NO_WISH);
        findings.compare(
            Problem.STATE_DIFFERS,
            "input.talks",
            String.valueOf(talks.talks().root()),
            String.valueOf(snapshot.state().talks()));
        stateJson = now.bytes();
        String before = stateHash;
        stateHash = now.hash();
        if (held != null) {
          findings.compare(Problem.STATE_DIFFERS, "input.state", stateHash, before);
          findings.compare(Problem.STATE_DIFFERS, "input", "another text than that state's", "it");
        }
        weight = 6L * json.length;
      }
      beside(envelope, Entry.snapshotId(envelope.seq()), findings);
    }

    /// Whether this is the snapshot of the agent that is held, to the byte.
    private boolean isOf(Live held, byte[] json) {
      return Arrays.equals(JournalWriter.body(Snapshot.json(written(held), held)), json);
    }

    /// The JSON of the state that is held, whose hash is at hand then, too.
    private byte[] written(Live held) {
      byte[] bytes = stateJson;
      if (bytes == null) {
        StateJson now = StateJson.of(held.state(), held.parts());
        bytes = now.bytes();
        stateJson = bytes;
        stateHash = now.hash();
      }
      return bytes;
    }

    /// A fold that threw is journaled with what it threw, since that decides what followed.
    private Taken take(Live before, Input input, Given.Body<?> body, Basis by) {
      for (LoopEvent event : body.all()) {
        if (event instanceof LoopEvent.Poisoned poisoned) {
          return desk.poisoned(before, input, body.view(), poisoned.error(), by);
        }
      }
      return desk.take(before, input, body.view(), by);
    }
  }

  /// What folding an entry again came to.
  public record Last(
      Input input, @Nullable View view, Transition step, Rendering.Rendered rendered) {}

  private static String shown(@Nullable String hash) {
    return hash == null ? "no turn" : hash;
  }
}
