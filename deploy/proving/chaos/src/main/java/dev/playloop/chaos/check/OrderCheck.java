package dev.playloop.chaos.check;

import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.ActionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Whether each agent's runs began in the order of its triggers, and its effects happened in the
/// order of its runs, turns and calls. Only orders of one kind are compared: others have another
/// priority.
final class OrderCheck {
  private final Facts facts;
  private final List<Violation> violations = new ArrayList<>();

  OrderCheck(Facts facts) {
    this.facts = facts;
  }

  List<Violation> violations() {
    Map<String, Integer> place = new HashMap<>();
    for (Facts.TriggerOnLog trigger : facts.triggers()) {
      if (trigger.kind().equals(Facts.ORDER)) {
        place.putIfAbsent(trigger.agent() + " " + trigger.id(), place.size());
      }
    }
    Map<String, Integer> runs = new HashMap<>();
    Map<String, Integer> last = new HashMap<>();
    for (Facts.Decided decided : facts.events()) {
      if (decided.event() instanceof LoopEvent.RunOpened opened) {
        runs.putIfAbsent(opened.run().value(), runs.size());
        Integer at = place.get(decided.agent() + " " + opened.trigger());
        if (at != null) {
          Integer before = last.put(decided.agent(), at);
          if (before != null && before > at) {
            add("run " + opened.run() + " began after that of a later trigger");
          }
        }
      }
    }
    effects(runs);
    return violations;
  }

  private void effects(Map<String, Integer> runs) {
    Map<String, long[]> last = new HashMap<>();
    for (EffectLog.Effect effect : facts.effects()) {
      ActionId action = new ActionId(effect.action());
      String value = effect.action();
      long[] now = {
        runs.getOrDefault(action.run().value(), Integer.MAX_VALUE),
        action.turn().number(),
        Long.parseLong(value.substring(value.lastIndexOf('.') + 1))
      };
      long[] before = last.put(action.run().agent().value(), now);
      if (before != null && java.util.Arrays.compare(before, now) > 0) {
        add("effect " + action + " happened after a later one");
      }
    }
  }

  private void add(String detail) {
    violations.add(new Violation(Violation.Kind.ORDER, detail));
  }
}
