package dev.playloop.chaos.declared;

import dev.playloop.chaos.Observed;
import dev.playloop.chaos.Observer;
import dev.playloop.chaos.check.Facts;
import dev.playloop.chaos.declared.DeclaredFacts.Told;
import dev.playloop.chaos.declared.DeclaredFacts.Written;
import dev.playloop.chaos.system.ChaosSystem;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.world.WorldDeclaration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Reads from the log what was asked of games, and what was said to have become of it.
final class DeclaredFactsReader {
  private DeclaredFactsReader() {}

  /// @param events what the loop decided, by the journal
  /// @param troubles of each world that is data
  static DeclaredFacts read(
      ChaosSystem system,
      Observer observer,
      List<Facts.Decided> events,
      List<String> deeds,
      Map<String, List<PlayedGame.Trouble>> troubles) {
    Map<String, List<Status>> believed = new HashMap<>();
    for (Facts.Decided decided : events) {
      if (decided.event() instanceof LoopEvent.RunClosed closed
          && troubles.containsKey(closed.run().agent().world())) {
        believed.put(
            closed.run().value(),
            closed.actions().stream().map(LoopEvent.ActionTaken::status).toList());
      }
    }
    return DeclaredFactsBuilder.builder()
        .written(written(system, observer))
        .deeds(deeds)
        .told(told(system, observer))
        .believed(believed)
        .troubles(troubles)
        .build();
  }

  /// Whether all that was asked of games has an answer, whatever it says.
  static boolean answered(ChaosSystem system, Observer observer) {
    return told(system, observer).keySet().containsAll(written(system, observer).keySet());
  }

  private static Map<String, Written> written(ChaosSystem system, Observer observer) {
    Map<String, Written> written = new HashMap<>();
    for (Observed seen : observer.good(system.kafka().topics().actions(WorldDeclaration.SHARED))) {
      Action action = Json.read(seen.record().value(), Action.class);
      if (action.effect() == Effect.WRITE && action.mode() == Action.Mode.EXECUTE) {
        written.putIfAbsent(action.action().value(), new Written(seen.at(), action.notAfter()));
      }
    }
    return written;
  }

  private static Map<String, Told> told(ChaosSystem system, Observer observer) {
    Map<String, Told> told = new HashMap<>();
    for (Observed seen : observer.good(system.kafka().topics().results())) {
      if (!Json.LOG.readTree(seen.record().value()).has("status")) {
        continue; // on the way to a result
      }
      ActionResult result = Json.read(seen.record().value(), ActionResult.class);
      String why = result.error() == null ? "" : result.error().message();
      told.put(result.action().value(), new Told(result.status(), seen.at(), why));
    }
    return told;
  }
}
