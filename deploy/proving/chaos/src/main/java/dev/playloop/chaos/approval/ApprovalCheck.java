package dev.playloop.chaos.approval;

import dev.playloop.chaos.check.Facts;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.approval.AnswerKind;
import dev.playloop.schemas.approval.Question;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.ApprovalEvent.How;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.json.Json;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Holds effects against what people said. Pure; knows no process and no Kafka.
final class ApprovalCheck {
  private static final int MAX_SHOWN = 400;

  private final ApprovalFacts facts;
  private final Map<String, Trail> trails = new LinkedHashMap<>();
  private final Map<String, Set<String>> done = new TreeMap<>();
  private final Map<Breach, List<String>> breaches = new EnumMap<>(Breach.class);

  /// A promise that was broken.
  enum Breach {
    /// Approved, and never done for its order, not even by another try; unless its agent was told
    /// that it had not happened, and the last try got a no.
    LOST,
    /// A write that was done more than once, or two for one order.
    TWICE,
    /// Done after it was denied, or nobody answered in time.
    DONE_AFTER_NO,
    /// Done, and not enough people had agreed.
    UNAPPROVED,
    /// Done with arguments that nobody had agreed to.
    OTHER_ARGUMENTS,
    /// A question that ended in no way.
    UNENDED,
    /// A question that ended in two ways.
    ENDED_TWICE,
    /// A word that counted twice.
    COUNTED_TWICE,
    /// A word that the gateway took, and that never got to its agent.
    UNHEARD,
    /// A word that counted, and nobody who may vouches for it.
    UNPROVED
  }

  /// What the journal says of one write.
  private static final class Trail {
    private Question question;
    private final Set<String> agreed = new HashSet<>();
    private final List<How> ends = new ArrayList<>();

    Trail(Question question) {
      this.question = question;
    }
  }

  private ApprovalCheck(ApprovalFacts facts) {
    this.facts = facts;
    facts.effects().keySet().stream()
        .filter(this::isForOrder)
        .forEach(action -> done.computeIfAbsent(order(action), _ -> new TreeSet<>()).add(action));
  }

  /// What the loop writes by itself when a run ends is for no order.
  private boolean isForOrder(String action) {
    ApprovalFacts.Write write = facts.released().get(action);
    return write != null && Rules.ORDERED.contains(write.tool());
  }

  /// The run of an action: each is for one order, which asks for one write.
  private static String order(String action) {
    return new ActionId(action).run().value();
  }

  /// What was broken, each with the writes; empty where all was kept.
  static Map<Breach, List<String>> check(ApprovalFacts facts) {
    ApprovalCheck check = new ApprovalCheck(facts);
    facts.events().stream().map(Facts.Decided::event).forEach(check::follow);
    check.trails.forEach(check::judge);
    check.everyEffectWasAllowed();
    facts.words().unheard().forEach(word -> check.add(Breach.UNHEARD, word));
    facts.words().unproved().forEach(word -> check.add(Breach.UNPROVED, word));
    return check.breaches;
  }

  private void follow(LoopEvent event) {
    switch (event) {
      case LoopEvent.ApprovalAsked asked ->
          trails.put(asked.action().value(), new Trail(asked.question()));
      case ApprovalEvent.Answered answered -> counted(answered);
      case ApprovalEvent.Ended ended -> {
        Trail trail = trails.get(ended.action().value());
        if (trail == null) {
          add(Breach.ENDED_TWICE, ended.action() + " ended and was not asked");
        } else {
          trail.ends.add(ended.how());
        }
      }
      default -> {}
    }
  }

  private void counted(ApprovalEvent.Answered answered) {
    Trail trail = trails.get(answered.action().value());
    if (trail == null) {
      add(Breach.COUNTED_TWICE, answered.action() + " was answered and not asked");
      return;
    }
    String who = answered.author().subject();
    if (answered.edited() != null) {
      trail.question = answered.edited().question();
      trail.agreed.clear();
    }
    if (answered.answer() == AnswerKind.WITHDRAW) {
      trail.agreed.remove(who);
    } else if (answered.answer() != AnswerKind.DENY && !trail.agreed.add(who)) {
      add(Breach.COUNTED_TWICE, answered.action() + " by " + who);
    }
  }

  private void judge(String action, Trail trail) {
    if (trail.ends.size() != 1) {
      add(trail.ends.isEmpty() ? Breach.UNENDED : Breach.ENDED_TWICE, action + " " + trail.ends);
      return;
    }
    boolean yes = isYes(trail.ends.getFirst());
    int happened = facts.effects().getOrDefault(action, 0);
    if (yes && !isSettled(action) && !done.containsKey(order(action))) {
      add(
          Breach.LOST,
          action + " was approved: " + facts.results().get(action) + "; its run " + told(action));
    }
    if (!yes && (happened > 0 || facts.released().containsKey(action))) {
      add(Breach.DONE_AFTER_NO, action + " ended as " + trail.ends.getFirst());
    }
  }

  /// Whether nothing more is owed: the world refused it, or it turned out not to have happened, was
  /// asked about once more and got a no, or nobody's word in time.
  private boolean isSettled(String action) {
    Status result = facts.results().get(action);
    return result == Status.REFUSED || (result == Status.FAILED && isNo(lastEnd(action)));
  }

  /// How the last question about the order of this action ended.
  private @Nullable How lastEnd(String action) {
    How last = null;
    for (Map.Entry<String, Trail> trail : trails.entrySet()) {
      if (order(trail.getKey()).equals(order(action))) {
        last = trail.getValue().ends.isEmpty() ? null : trail.getValue().ends.getLast();
      }
    }
    return last;
  }

  /// What the loop decided in the run of this action, for whoever has to find out why.
  private List<String> told(String action) {
    Pattern run = Pattern.compile(Pattern.quote(order(action)) + "[#\"]");
    return facts.events().stream()
        .map(decided -> Json.text(decided.event()))
        .filter(event -> run.matcher(event).find())
        .map(event -> Text.brief(event, MAX_SHOWN))
        .toList();
  }

  private void everyEffectWasAllowed() {
    facts
        .effects()
        .forEach((action, times) -> {
          if (times > 1) {
            add(Breach.TWICE, action + " happened " + times + " times");
          }
        });
    done.forEach((order, actions) -> {
      if (actions.size() > 1) {
        add(Breach.TWICE, order + " led to " + actions);
      }
    });
    facts
        .released()
        .forEach((action, write) -> {
          Trail trail = trails.get(action);
          if (trail == null) {
            if (write.people() > 0) {
              add(Breach.UNAPPROVED, action + " was never asked about");
            }
            return;
          }
          if (trail.ends.stream().noneMatch(ApprovalCheck::isYes)
              || trail.agreed.size() < trail.question.people()) {
            add(Breach.UNAPPROVED, action + " with the words of " + trail.agreed);
          }
          if (!Question.hash(write.args()).equals(trail.question.argsHash())) {
            add(Breach.OTHER_ARGUMENTS, action + " went out with " + write.args());
          }
        });
    facts.effects().keySet().stream()
        .filter(action -> !facts.released().containsKey(action))
        .forEach(action -> add(Breach.UNAPPROVED, action + " happened and was never released"));
  }

  private static boolean isNo(@Nullable How how) {
    return how == How.DENIED || how == How.EXPIRED;
  }

  private static boolean isYes(How how) {
    return how == How.APPROVED || how == How.EDITED;
  }

  private void add(Breach breach, String what) {
    breaches.computeIfAbsent(breach, _ -> new ArrayList<>()).add(what);
  }
}
