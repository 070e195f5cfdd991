package dev.playloop.chaos.check;

import dev.playloop.chaos.check.ChainFacts.FeeCap;
import dev.playloop.chaos.check.ChainFacts.Landed;
import dev.playloop.chaos.check.ChainFacts.Signed;
import dev.playloop.chaos.check.ChainFacts.Told;
import dev.playloop.chaos.check.Violation.Kind;
import dev.playloop.schemas.event.ActionResult.Status;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Whether each write on a chain landed at most once and has one final result that is true, no
/// nonce was left out or served two intents, and no fee passed a cap. Pure.
public final class ChainCheck {
  private final ChainFacts facts;
  private final Map<String, Set<String>> actionsOf = new HashMap<>();
  private final Map<String, List<Landed>> landedOf = new HashMap<>();
  private final List<Violation> violations = new ArrayList<>();

  private ChainCheck(ChainFacts facts) {
    this.facts = facts;
    facts
        .intents()
        .forEach((action, attempts) ->
            attempts.forEach(
                one -> actionsOf.computeIfAbsent(one.hash(), _ -> new HashSet<>()).add(action)));
    for (Landed one : facts.landed()) {
      for (String action : owners(one.hash())) {
        landedOf.computeIfAbsent(action, _ -> new ArrayList<>()).add(one);
      }
    }
  }

  /// The intents that a transaction belongs to. One that expired was never sent: its nonce is free,
  /// and where the next one makes the same call with it, that is the same bytes. They are the next
  /// one's alone, if that has their receipt; without one, nobody is let off. Nor is one that was
  /// issued again, unless it has the receipt of another transaction.
  private Set<String> owners(String hash) {
    Set<String> owners = new HashSet<>(actionsOf.getOrDefault(hash, Set.of()));
    boolean isReceipt =
        owners.stream()
            .flatMap(action -> facts.ends(action).stream())
            .anyMatch(told -> told.receipt().equals(hash));
    if (isReceipt) {
      owners.removeIf(action -> hasExpired(action, hash));
    }
    return owners;
  }

  private boolean hasExpired(String action, String hash) {
    Set<Told> ends = facts.ends(action);
    return !ends.isEmpty()
        && facts.results().getOrDefault(action, List.of()).stream()
            .takeWhile(one -> isExpired(one) || !ends.contains(one))
            .anyMatch(ChainCheck::isExpired)
        && ends.stream()
            .allMatch(
                one -> isExpired(one) || !(one.receipt().isEmpty() || one.receipt().equals(hash)));
  }

  private static boolean isExpired(Told told) {
    return told.status().equals(Status.EXPIRED.name());
  }

  public static List<Violation> check(ChainFacts facts) {
    ChainCheck check = new ChainCheck(facts);
    check.everyTransactionIsOneIntents();
    check.everyNonceIsUsedOnceInTurn();
    check.everyIntentLandsAtMostOnce();
    check.everyIntentHasOneTrueResult();
    check.everyResultHasItsIntent();
    check.noFeePassesItsCap();
    check.noDayPassesItsSum();
    return List.copyOf(check.violations);
  }

  private void everyTransactionIsOneIntents() {
    for (Landed one : facts.landed()) {
      int owners = owners(one.hash()).size();
      if (owners != 1) {
        add(
            Kind.DUPLICATE,
            "transaction %s belongs to %d intents: %s"
                .formatted(one.hash(), owners, told(owners(one.hash()))));
      }
    }
  }

  /// What was told of each.
  private Map<String, List<Told>> told(Set<String> actions) {
    Map<String, List<Told>> told = new HashMap<>();
    actions.forEach(one -> told.put(one, facts.results().getOrDefault(one, List.of())));
    return told;
  }

  private void everyNonceIsUsedOnceInTurn() {
    Map<String, Long> next = new HashMap<>();
    for (Landed one : facts.landed()) {
      long due = next.getOrDefault(one.account(), 0L);
      if (one.nonce() != due) {
        add(
            Kind.ORDER,
            "nonce %d of %s landed where %d was due".formatted(one.nonce(), one.account(), due));
      }
      next.put(one.account(), one.nonce() + 1);
    }
  }

  private void everyIntentLandsAtMostOnce() {
    landedOf.forEach((action, all) -> {
      if (all.size() > 1) {
        add(Kind.DUPLICATE, "%s landed %d times".formatted(action, all.size()));
      }
    });
  }

  private void everyIntentHasOneTrueResult() {
    for (String action : facts.intents().keySet()) {
      List<Told> told = facts.results().getOrDefault(action, List.of());
      Set<Told> different = facts.ends(action);
      if (different.size() != 1) {
        add(
            different.isEmpty() ? Kind.LOST : Kind.DUPLICATE,
            "%s has %d final results: %s".formatted(action, different.size(), told));
      }
      different.forEach(one -> compare(action, one));
    }
  }

  private void everyResultHasItsIntent() {
    facts
        .results()
        .forEach((action, told) -> {
          if (!facts.intents().containsKey(action)) {
            told.stream()
                .filter(one -> !one.receipt().isEmpty())
                .forEach(one -> add(Kind.UNTRUE, action + " has a receipt and no intent"));
          }
        });
  }

  /// A receipt is of a transaction that landed, and what landed has one.
  private void compare(String action, Told told) {
    List<Landed> landed = landedOf.getOrDefault(action, List.of());
    boolean there = landed.stream().anyMatch(one -> one.hash().equals(told.receipt()));
    if (!told.receipt().isEmpty() && !there) {
      add(Kind.LOST, "%s is reported as %s, and is not on the chain".formatted(action, told));
    } else if (told.receipt().isEmpty() && !landed.isEmpty()) {
      add(Kind.UNTRUE, "%s landed and is reported as %s".formatted(action, told));
    } else if (there) {
      Status due = landed.getFirst().reverted() ? Status.FAILED : Status.DONE;
      if (!told.status().equals(due.name())) {
        add(Kind.UNTRUE, "%s should be %s and is %s".formatted(action, due, told));
      }
    }
  }

  private void noFeePassesItsCap() {
    facts
        .intents()
        .forEach((action, attempts) -> {
          for (Signed one : attempts) {
            over(action + " may cost", one.ceiling(), cap(one.account()).perAction());
          }
        });
    landedOf.forEach((action, all) -> {
      for (Landed one : all) {
        BigInteger signed =
            facts.intents().getOrDefault(action, List.of()).stream()
                .filter(attempt -> attempt.hash().equals(one.hash()))
                .map(Signed::ceiling)
                .findFirst()
                .orElse(BigInteger.ZERO);
        over(action + " has cost", one.fee(), signed);
      }
    });
  }

  private void noDayPassesItsSum() {
    Map<String, Map<LocalDate, BigInteger>> sums = new HashMap<>();
    landedOf.forEach((action, all) -> {
      LocalDate day = facts.intents().getOrDefault(action, List.of()).getFirst().day();
      for (Landed one : all) {
        sums.computeIfAbsent(one.account(), _ -> new HashMap<>())
            .merge(day, one.fee(), BigInteger::add);
      }
    });
    sums.forEach((account, days) ->
        days.forEach(
            (day, sum) -> over(account + " on " + day + " has paid", sum, cap(account).perDay())));
  }

  private FeeCap cap(String account) {
    FeeCap cap = facts.caps().get(account);
    if (cap == null) {
      throw new IllegalArgumentException("no caps are known of " + account);
    }
    return cap;
  }

  private void over(String who, BigInteger paid, BigInteger most) {
    if (paid.compareTo(most) > 0) {
      add(Kind.OVERSPEND, "%s %s FRI, at most %s were allowed".formatted(who, paid, most));
    }
  }

  private void add(Kind kind, String detail) {
    violations.add(new Violation(kind, detail));
  }
}
