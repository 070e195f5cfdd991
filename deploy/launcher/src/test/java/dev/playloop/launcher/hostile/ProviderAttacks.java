package dev.playloop.launcher.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/// Answers of a provider that lies, or knows no JSON.
final class ProviderAttacks {
  private final AttackedUp up;

  ProviderAttacks(AttackedUp up) {
    this.up = up;
  }

  Stream<DynamicTest> all() {
    List<DynamicTest> all = new ArrayList<>();
    HostileValues.TEXTS.forEach(
        (name, text) -> all.add(answered("says " + name, 1, Provider.saysRaw(text))));
    HostileValues.NUMBERS.forEach((name, number) -> {
      all.add(
          answered(
              "bills " + name,
              1,
              Provider.bills(
                  "{\"prompt_tokens\":" + number + ",\"completion_tokens\":" + number + "}")));
      all.add(
          answered(
              "pays " + name,
              2,
              Provider.calls("transfer_scrip", "{\"to\":\"mallory\",\"amount\":" + number + "}")));
    });
    all.add(answered("a name of 9,000 letters", 2, Provider.calls("t".repeat(9_000), "{}")));
    all.add(
        answered(
            "an argument twice",
            2,
            Provider.calls("transfer_scrip", "{\"to\":\"beta\",\"to\":\"mallory\",\"amount\":1}")));
    return all.stream();
  }

  /// Each answer is paid once; whatever it says costs no more than it can have cost.
  private DynamicTest answered(String name, int calls, byte[] answer) {
    String script = "p" + name.replaceAll("[^a-z0-9]", "-");
    return up.attack(
        name,
        () -> {
          up.provider.script(script, answer);
          Company.Done done = up.company.plays("beta", script);
          assertThat(done.run().closed().outcome()).isEqualTo(RunOutcome.COMPLETED);
          assertThat(up.provider.calls(script)).isEqualTo(calls);
          assertThat(done.run().closed().costUsd()).isLessThanOrEqualTo(BigDecimal.ONE);
          assertThat(done.results()).noneMatch(result -> result.status() == Status.DONE);
        });
  }
}
