package dev.playloop.chaos;

import dev.playloop.chaos.check.ChainFacts;
import dev.playloop.chaos.check.ChainFacts.FeeCap;
import dev.playloop.chaos.check.ChainFacts.Landed;
import dev.playloop.chaos.check.ChainFacts.Signed;
import dev.playloop.chaos.check.ChainFacts.Told;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Facts about a chain for tests, one by one: of one account, that may pay 100 an action and 150 a
/// day.
final class ChainFactsOf {
  static final String ACCOUNT = "0xacc";
  static final LocalDate DAY = LocalDate.parse("2026-01-01");

  private final Map<String, List<Signed>> intents = new LinkedHashMap<>();
  private final List<Landed> landed = new ArrayList<>();
  private final Map<String, List<Told>> results = new LinkedHashMap<>();

  /// An attempt that may cost 90.
  ChainFactsOf signed(String action, long nonce, String hash) {
    return signed(action, nonce, hash, 90, DAY);
  }

  ChainFactsOf signed(String action, long nonce, String hash, long ceiling, LocalDate day) {
    intents
        .computeIfAbsent(action, _ -> new ArrayList<>())
        .add(new Signed(ACCOUNT, nonce, hash, day, BigInteger.valueOf(ceiling)));
    return this;
  }

  /// It has cost 60.
  ChainFactsOf landed(long nonce, String hash) {
    return landed(nonce, hash, 60, false);
  }

  ChainFactsOf landed(long nonce, String hash, long fee, boolean reverted) {
    landed.add(new Landed(ACCOUNT, nonce, hash, reverted, BigInteger.valueOf(fee)));
    return this;
  }

  ChainFactsOf told(String action, String status, String receipt) {
    results.computeIfAbsent(action, _ -> new ArrayList<>()).add(new Told(status, receipt));
    return this;
  }

  ChainFacts facts() {
    return new ChainFacts(
        Map.of(ACCOUNT, new FeeCap(BigInteger.valueOf(100), BigInteger.valueOf(150))),
        intents,
        landed,
        results);
  }
}
