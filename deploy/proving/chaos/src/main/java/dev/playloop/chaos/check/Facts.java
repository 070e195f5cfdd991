package dev.playloop.chaos.check;

import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.LoopEvent;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// All that was counted about one history, as plain values, so that [Checker] is a pure function.
///
/// @param accepted ids of the triggers whose sender got an acknowledgement
/// @param triggers those on the log, in its order for each agent
/// @param events what the loop decided, in the journal's order for each agent
/// @param calls to the model, by the hash of their body
/// @param effects deposits in the vault, in order
/// @param deeds rows that the society and the kernel keep of their actions
/// @param presses how often the game saw a key go down; -1 where none is played
/// @param chain what the ledger says of writes on a chain, and what the chain holds
/// @param booksOff accounts that are not what their ledger adds up to
/// @param audit what the journal's verification found
/// @param hostile where records lie that must each become one dead letter, and what they are
/// @param untold bad events that were not refused, and what a worker did not say
/// @param crashes workers that ended by themselves, and what did not come back from its fault
@RecordBuilder
public record Facts(
    Set<String> accepted,
    List<TriggerOnLog> triggers,
    List<Decided> events,
    List<Paid> paid,
    List<Answer> answers,
    Map<String, List<Call>> calls,
    List<EffectLog.Effect> effects,
    List<Asked> actions,
    List<Result> results,
    List<Deed> deeds,
    ChainFacts chain,
    List<String> booksOff,
    long presses,
    List<String> audit,
    Map<String, String> hostile,
    List<Letter> deadLetters,
    List<String> untold,
    List<String> crashes,
    Map<String, Caps> caps) {
  /// The kind of the triggers that are published while things break.
  public static final String ORDER = "order.placed";

  public record TriggerOnLog(String agent, String id, String kind) {}

  /// Something that the loop decided for an agent.
  public record Decided(String agent, LoopEvent event) {}

  /// What a decision says that its call has cost.
  public record Paid(String agent, String run, BigDecimal usd) {}

  /// A decision that holds a model's answer. `readableAt` is when a reader could have it; a call
  /// may begin until `notAfter`.
  public record Answer(String turn, String bodyHash, Instant readableAt, Instant notAfter) {}

  public record Call(Instant at, boolean answered) {}

  /// An action on the log. `write` is false for reads and for questions what became of a write.
  public record Asked(String action, String agent, boolean write) {}

  public record Result(String action, Status status) {}

  /// `ok` is false where the world refused; `bookings` are its rows in the books, and `due` how
  /// many a deed of its tool has, -1 where that depends.
  public record Deed(String action, String tool, boolean ok, int bookings, int due) {}

  /// A dead letter. `of` is where its record lies, as `topic-partition@offset`.
  public record Letter(String of, String text) {}

  public record Caps(BigDecimal usdPerRun, BigDecimal usdPerDay) {}
}
