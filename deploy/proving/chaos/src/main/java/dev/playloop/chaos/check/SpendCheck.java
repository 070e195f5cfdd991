package dev.playloop.chaos.check;

import dev.playloop.schemas.event.LoopEvent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Whether each run and each agent stayed within its cap and what was recorded as overrun. What was
/// spent is what the decisions on the log have cost; the loop's own sums hold upper bounds for
/// calls that never answered. A history is shorter than a day.
final class SpendCheck {
  private final Facts facts;
  private final List<Violation> violations = new ArrayList<>();

  SpendCheck(Facts facts) {
    this.facts = facts;
  }

  List<Violation> violations() {
    Map<String, BigDecimal> overrunOfRun = new HashMap<>();
    Map<String, BigDecimal> overrunOfAgent = new HashMap<>();
    for (Facts.Decided decided : facts.events()) {
      if (decided.event() instanceof LoopEvent.Overrun overrun) {
        overrunOfRun.merge(overrun.run().value(), overrun.usd(), BigDecimal::add);
        overrunOfAgent.merge(decided.agent(), overrun.usd(), BigDecimal::add);
      }
    }
    Map<String, BigDecimal> ofRun = new HashMap<>();
    Map<String, BigDecimal> ofAgent = new HashMap<>();
    Map<String, String> agents = new HashMap<>();
    for (Facts.Paid paid : facts.paid()) {
      ofRun.merge(paid.run(), paid.usd(), BigDecimal::add);
      ofAgent.merge(paid.agent(), paid.usd(), BigDecimal::add);
      agents.put(paid.run(), paid.agent());
    }
    compare(ofRun, run -> caps(agents.getOrDefault(run, "")).usdPerRun(), overrunOfRun);
    compare(ofAgent, agent -> caps(agent).usdPerDay(), overrunOfAgent);
    return violations;
  }

  private Facts.Caps caps(String agent) {
    Facts.Caps caps = facts.caps().get(agent);
    if (caps == null) {
      throw new IllegalArgumentException("no caps are known of " + agent);
    }
    return caps;
  }

  private void compare(
      Map<String, BigDecimal> spent,
      Function<String, BigDecimal> cap,
      Map<String, BigDecimal> overrun) {
    spent.forEach((who, usd) -> {
      BigDecimal allowed = cap.apply(who).add(overrun.getOrDefault(who, BigDecimal.ZERO));
      if (usd.compareTo(allowed) > 0) {
        violations.add(
            new Violation(
                Violation.Kind.OVERSPEND,
                who + " spent " + usd + " USD, at most " + allowed + " were allowed"));
      }
    });
  }
}
