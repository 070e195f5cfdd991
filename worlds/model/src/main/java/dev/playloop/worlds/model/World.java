package dev.playloop.worlds.model;

import dev.playloop.schemas.event.TriggerClass;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.view.Panel;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The pure half of a world: its tools, and what an agent sees of it. Immutable.
public interface World {
  /// Its name, the first part of its agents' ids.
  String name();

  /// Its read and write tools, without the loop's own.
  ToolCatalogue tools();

  /// Those of its tools that a model sees as one, a [Dispatch], which costs fewer tokens where
  /// there are many; the others are seen beside it, by their own names. None where each is seen.
  default ToolCatalogue dispatched() {
    return ToolCatalogue.EMPTY;
  }

  /// Tools of the loop's own use, such as the write that leaves a memory: performed like the
  /// others, offered to no model, and named differently.
  default ToolCatalogue internal() {
    return ToolCatalogue.EMPTY;
  }

  Perspective perspective();

  /// What [#perspective] sees by, as a text, where that is declared and not code; else empty.
  default String outlook() {
    return "";
  }

  /// What a page draws of an agent's view, a journaled one as well as the newest; null where there
  /// is nothing to draw. Takes whatever state a view has, another release's too.
  default @Nullable Panel panel(View view) {
    return null;
  }

  /// The name of the [#internal()] write by which a closed run leaves a memory, or null where the
  /// world stores none.
  default @Nullable String memoryTool() {
    return null;
  }

  /// How long a turn waits for the view that shows the run's last write, counted from the write's
  /// result; null where the loop's own 250 ms do. A turn that has waited that long goes on with the
  /// view there is, and says that it is older.
  default @Nullable Duration viewWait() {
    return null;
  }

  /// Whether its acting half keeps its writes on the effect ledger, as [WorldActions#safety] says
  /// to those who act: for people, who are told of it where nobody can act. Null where it is not
  /// told.
  default @Nullable Boolean keepsLedger() {
    return null;
  }

  /// Whether its game fetches its actions, so that one executor must have them all.
  default boolean isFetched() {
    return false;
  }

  /// Under which name its actions lie on topics, and which executors take them, where that is
  /// declared; null where it is its own name, or what all worlds share that are data.
  default @Nullable String ownGroup() {
    return null;
  }

  /// The kind of trigger by which an agent of this world goes on with work of its own, such as
  /// `tally.iteration`, or null; by its last part it is a schedule. Runs of that kind are counted,
  /// begin with the plan that the last one left, and may leave steps open.
  default @Nullable String iterationKind() {
    return null;
  }

  /// What kinds of trigger are to its agents, by the keys of a [KindTable]; a kind that is in none
  /// is what its name says.
  default Map<String, TriggerClass> kinds() {
    return Map.of();
  }

  /// The kinds of trigger that owe their subject a reply where they name no message, as keys of a
  /// [KindTable]. It is met by a reply tool that names the subject.
  default Set<String> owingKinds() {
    return Set.of();
  }

  /// LLM money that this world keeps for its actors, or null where the caps of the config are all
  /// there is.
  default @Nullable LlmAccount account() {
    return null;
  }
}
