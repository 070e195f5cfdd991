package dev.playloop.monitoring.scale;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;

/// A system to scale, simulated: agents that take their next turn as soon as the last is answered,
/// spread over the partitions of `turns`; a model that takes `call` seconds, give or take two
/// fifths, so that agents do not go in step; processes that own partitions and take at most so many
/// turns at once. Everybody's wishes are late: a number is seen [#LATE] after it was true, the
/// autoscaler looks every [#LOOKS], a process is there [#START] after it was wanted, and a
/// partition that moves begins nothing for [#MOVES]. In quarters of a second.
final class Plant {
  /// Two times 5 s: until it is scraped, and until the rules are evaluated.
  static final double LATE = 10;

  static final double LOOKS = 15;
  static final double START = 15;
  static final double MOVES = 3;
  private static final double STEP = 0.25;
  private static final double SCRAPES = 5;
  private static final List<Double> PARTS = List.of(0.6, 0.8, 1.0, 1.2, 1.4);

  private final ScaleRule rule;
  private final double call;
  private final DoubleUnaryOperator agents;
  private final List<Lot> lots = new ArrayList<>();
  private final List<ScaleRule.Seen> seen = new ArrayList<>();
  private final List<Double> starting = new ArrayList<>();
  private int ready = 1;
  private int wanted = 1;
  private double there;

  /// What is known of one moment, for the test.
  record Moment(double at, double inFlight, int wanted) {}

  /// So many turns that came at one time.
  private record Turns(double at, double count) {}

  /// One partition.
  private static final class Lot {
    final ArrayDeque<Turns> waiting = new ArrayDeque<>();
    final TreeMap<Double, Double> running = new TreeMap<>();
    double inFlight;
    double stillUntil;
  }

  /// `agents` says how many there are at a time.
  Plant(ScaleRule rule, double call, DoubleUnaryOperator agents) {
    this.rule = rule;
    this.call = call;
    this.agents = agents;
    for (int i = 0; i < rule.partitions(); i++) {
      lots.add(new Lot());
    }
  }

  /// Lets `seconds` pass; the autoscaler looks at `phase` first.
  List<Moment> run(double seconds, double phase) {
    List<Moment> moments = new ArrayList<>();
    double looksAt = phase;
    double scrapesAt = 0;
    for (double now = 0; now <= seconds; now += STEP) {
      end(now);
      come(now);
      own(now);
      for (int process = 0; process < ready; process++) {
        take(process, now);
      }
      if (now >= scrapesAt) {
        seen.add(new ScaleRule.Seen(now, inFlight(), waiting(now), wanted));
        scrapesAt += SCRAPES;
      }
      if (now >= looksAt) {
        look(now);
        looksAt += LOOKS;
      }
      moments.add(new Moment(now, inFlight(), wanted));
    }
    return moments;
  }

  private void end(double now) {
    for (Lot lot : lots) {
      while (!lot.running.isEmpty() && lot.running.firstKey() <= now) {
        double count = lot.running.pollFirstEntry().getValue();
        lot.inFlight -= count;
        double goes = Math.min(count, Math.max(0, there - agents.applyAsDouble(now)));
        there -= goes;
        wait(lot, now, count - goes);
      }
    }
  }

  private void come(double now) {
    double more = Math.max(0, agents.applyAsDouble(now) - there);
    there += more;
    lots.forEach(lot -> wait(lot, now, more / lots.size()));
  }

  private static void wait(Lot lot, double now, double count) {
    if (count > 0) {
      Turns last = lot.waiting.peekLast();
      boolean same = last != null && last.at() == now;
      lot.waiting.add(new Turns(now, same ? lot.waiting.removeLast().count() + count : count));
    }
  }

  /// Who starts is there by and by; who is not wanted goes at once.
  private void own(double now) {
    int before = ready;
    starting.removeIf(at -> {
      boolean is = at <= now;
      ready += is ? 1 : 0;
      return is;
    });
    ready = Math.min(ready, wanted);
    for (int i = 0; i < lots.size() && ready != before; i++) {
      if (i % ready != i % before) {
        lots.get(i).stillUntil = now + MOVES;
      }
    }
  }

  private void take(int process, double now) {
    double room = rule.maxInFlight();
    List<Lot> hungry = new ArrayList<>();
    for (int i = process; i < lots.size(); i += ready) {
      Lot lot = lots.get(i);
      room -= lot.inFlight;
      if (lot.stillUntil <= now && !lot.waiting.isEmpty()) {
        hungry.add(lot);
      }
    }
    while (room >= 1 && !hungry.isEmpty()) {
      double share = room / hungry.size();
      for (Lot lot : List.copyOf(hungry)) {
        Turns first = lot.waiting.remove();
        double taken = Math.min(share, first.count());
        if (taken < first.count()) {
          lot.waiting.addFirst(new Turns(first.at(), first.count() - taken));
        } else if (lot.waiting.isEmpty()) {
          hungry.remove(lot);
        }
        begin(lot, now, taken);
        room -= taken;
      }
    }
  }

  private void begin(Lot lot, double now, double count) {
    lot.inFlight += count;
    for (double part : PARTS) {
      double end = now + Math.max(STEP, Math.round(call * part / STEP) * STEP);
      lot.running.merge(end, count / PARTS.size(), Double::sum);
    }
  }

  private void look(double now) {
    List<ScaleRule.Seen> known = seen.stream().filter(one -> one.at() <= now - LATE).toList();
    if (known.isEmpty()) {
      return;
    }
    List<ScaleRule.Seen> history = new ArrayList<>(known);
    ScaleRule.Seen last = history.removeLast();
    // Of its own wish the autoscaler knows at once.
    history.add(new ScaleRule.Seen(last.at(), last.inFlight(), last.waiting(), wanted));
    int next = rule.wanted(history);
    for (int i = wanted; i < next; i++) {
      starting.add(now + START);
    }
    while (starting.size() > Math.max(0, next - ready)) {
      starting.removeLast();
    }
    wanted = next;
  }

  private double inFlight() {
    return lots.stream().mapToDouble(lot -> lot.inFlight).sum();
  }

  private double waiting(double now) {
    return lots.stream()
        .filter(lot -> !lot.waiting.isEmpty())
        .mapToDouble(lot -> now - lot.waiting.element().at())
        .max()
        .orElse(0);
  }
}
