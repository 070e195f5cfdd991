package dev.playloop.chaos;

import dev.playloop.schemas.event.LoopEvent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Whether each run and each agent stayed within its cap and what was recorded as overrun. A
/// history is shorter than a day.
final class SpendCheck {
  private final Facts facts;

  SpendCheck(Facts facts) {
    this.facts = facts;
  }

  List<Violation> violations() {
    Map<String, BigDecimal> overrunOfRun = new HashMap<>();
    Map<String, BigDecimal> overrunOfAgent = new HashMap<>();
    Map<String, BigDecimal> spent = new HashMap<>();
    for (Facts.Decided decided : facts.events()) {
      if (decided.event() instanceof LoopEvent.Overrun overrun) {
        overrunOfRun.merge(overrun.run().value(), overrun.usd(), BigDecimal::add);
        overrunOfAgent.merge(decided.agent(), overrun.usd(), BigDecimal::add);
      }
    }
    List<Violation> violations = new ArrayList<>();
    for (Facts.Decided decided : facts.events()) {
      Facts.Caps caps = facts.caps().get(decided.agent());
      if (caps != null && decided.event() instanceof LoopEvent.RunClosed run) {
        spent.merge(decided.agent(), run.costUsd(), BigDecimal::add);
        BigDecimal cap =
            caps.usdPerRun().add(overrunOfRun.getOrDefault(run.run().value(), BigDecimal.ZERO));
        if (run.costUsd().compareTo(cap) > 0) {
          violations.add(over("run " + run.run(), run.costUsd(), cap));
        }
      }
    }
    spent.forEach((agent, usd) -> {
      Facts.Caps caps = facts.caps().get(agent);
      if (caps != null) {
        BigDecimal cap = caps.usdPerDay().add(overrunOfAgent.getOrDefault(agent, BigDecimal.ZERO));
        if (usd.compareTo(cap) > 0) {
          violations.add(over(agent, usd, cap));
        }
      }
    });
    return violations;
  }

  private static Violation over(String who, BigDecimal spent, BigDecimal cap) {
    return new Violation(
        Violation.Kind.OVERSPEND,
        who + " spent " + spent + " USD, at most " + cap + " were allowed");
  }
}
