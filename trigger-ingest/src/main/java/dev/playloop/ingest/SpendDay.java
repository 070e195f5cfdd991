package dev.playloop.ingest;

import dev.playloop.schemas.json.Json;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// What the worlds have spent on a UTC day, up to these offsets of `decisions`: the cursor of
/// [SpendCapSource]. Immutable.
///
/// @param offsets what to read next, by partition
/// @param usd what was spent, by world
/// @param halted the worlds that were halted for it, once on the day
record SpendDay(
    LocalDate day, Map<Integer, Long> offsets, Map<String, BigDecimal> usd, Set<String> halted) {
  SpendDay {
    offsets = Map.copyOf(offsets);
    usd = Map.copyOf(usd);
    halted = Set.copyOf(halted);
  }

  static LocalDate of(Instant at) {
    return LocalDate.ofInstant(at, ZoneOffset.UTC);
  }

  /// A day on which nothing was spent yet.
  static SpendDay begin(LocalDate day, Map<Integer, Long> offsets) {
    return new SpendDay(day, offsets, Map.of(), Set.of());
  }

  static SpendDay parse(String cursor) {
    return Json.read(cursor, SpendDay.class);
  }

  String cursor() {
    return Json.text(this);
  }

  /// When the day begins.
  Instant start() {
    return day.atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  BigDecimal spent(String world) {
    return usd.getOrDefault(world, BigDecimal.ZERO);
  }

  SpendDay plus(Map<String, BigDecimal> more) {
    Map<String, BigDecimal> sum = new TreeMap<>(usd);
    more.forEach((world, cost) -> sum.merge(world, cost, BigDecimal::add));
    return new SpendDay(day, offsets, sum, halted);
  }

  SpendDay readTo(Map<Integer, Long> next) {
    return new SpendDay(day, next, usd, halted);
  }

  SpendDay withHalted(Set<String> worlds) {
    return new SpendDay(day, offsets, usd, worlds);
  }
}
