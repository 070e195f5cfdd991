package dev.playloop.journal;

import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.StateJson;
import dev.playloop.loop.talk.Talk;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One step of the loop, ready to be chained. `input`, `view` and `memory` are JSON as bytes, so
/// that what was serialised once is not serialised again. Hashes are lower-case hex; `promptHash`
/// is that of the turn that was opened, where one was.
///
/// @param subject whose data it holds; null: nobody's in particular, as that of a snapshot
@SuppressWarnings("ArrayRecordComponent") // bytes on their way, never compared
public record Entry(
    AgentId agent,
    @Nullable String subject,
    Instant at,
    String kind,
    String inputId,
    byte[] input,
    byte @Nullable [] view,
    byte @Nullable [] memory,
    List<LoopEvent> events,
    String commandsHash,
    String stateHash,
    @Nullable String promptHash) {
  /// The kind of an entry that holds a state instead of an input.
  public static final String SNAPSHOT = "snapshot";

  /// The kind of an entry that holds what is kept of the talk with one counterpart.
  public static final String TALK = "talk";

  /// The kind of an entry that holds what the next one read of the talk with somebody whom it is
  /// not about. It is nobody else's to keep or to erase.
  public static final String RECALLED = "recalled";

  /// Whether an entry of this kind holds something that happened.
  public static boolean isInput(String kind) {
    return !kind.equals(SNAPSHOT) && !isTalk(kind);
  }

  /// Whether it holds what was said with one counterpart.
  public static boolean isTalk(String kind) {
    return kind.equals(TALK) || kind.equals(RECALLED);
  }

  /// What stands for the commands of an entry that has none.
  static final String NO_COMMANDS = Sha256.hex("");

  static Entry of(Taken taken, byte[] input, byte @Nullable [] view) {
    return new Entry(
        taken.next().state().agent(),
        taken.subject(),
        taken.input().at(),
        Given.Kind.of(taken.input()).text(),
        taken.input().id(),
        input,
        view,
        memory(taken.read(true)),
        taken.step().events(),
        taken.rendered().commandsHash(),
        taken.json().hash(),
        taken.rendered().promptHash());
  }

  /// An agent as it is.
  ///
  /// @param seq the entry's number in the chain
  public static Entry snapshot(Live live, StateJson state, long seq) {
    return new Entry(
        live.state().agent(),
        null,
        live.state().at(),
        SNAPSHOT,
        snapshotId(seq),
        Snapshot.json(state.bytes(), live),
        null,
        null,
        List.of(),
        NO_COMMANDS,
        state.hash(),
        null);
  }

  /// The talk with one counterpart, as of the state it lies beside. Erased with all that is theirs.
  ///
  /// @param stateHash that of the state
  /// @param seq the entry's number in the chain
  static Entry talk(String kind, AgentState beside, String stateHash, Talk talk, long seq) {
    return new Entry(
        beside.agent(),
        talk.with(),
        beside.at(),
        kind,
        id(kind, seq),
        Json.bytes(talk),
        null,
        null,
        List.of(),
        NO_COMMANDS,
        stateHash,
        null);
  }

  private static byte @Nullable [] memory(List<Talk> read) {
    return read.isEmpty() ? null : Json.bytes(read);
  }

  /// The input id of an entry with this number that holds no input.
  static String id(String kind, long seq) {
    return kind + "-" + seq;
  }

  /// The input id of a snapshot with this number.
  public static String snapshotId(long seq) {
    return id(SNAPSHOT, seq);
  }
}
