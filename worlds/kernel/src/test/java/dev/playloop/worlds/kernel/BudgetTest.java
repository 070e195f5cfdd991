package dev.playloop.worlds.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.testkit.NeedsInfra;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The LLM budget: held, settled, moved, expired.
@NeedsInfra
class BudgetTest {
  private TestKernel kernel;

  @BeforeEach
  void open() {
    kernel = TestKernel.seeded();
  }

  @AfterEach
  void close() {
    kernel.close();
  }

  private BigDecimal budget(String principal) {
    return new BigDecimal(
        kernel.text(
            "select cast(amount as text) from resource where principal_id = '" + principal + "'"));
  }

  private String reserve(String principal, String turn, String usd) {
    var result =
        kernel.perform(
            principal, "reserve", "{\"turn\":\"" + turn + "\",\"upper_bound_usd\":" + usd + "}");
    return result.error() == null ? "done" : result.error().code();
  }

  @Test
  void aHoldIsSettledToTheRealCost() {
    assertThat(reserve("alpha", "t", "0.25")).isEqualTo("done");
    assertThat(budget("alpha")).isEqualByComparingTo("0.75");
    JsonNode data =
        kernel.done(
            "alpha",
            "settle",
            "{\"turn\":\"t\",\"cost_usd\":0.0125,\"model\":\"small\",\"input_tokens\":900,"
                + "\"output_tokens\":70}");
    assertThat(data.path("llm_budget_after").decimalValue()).isEqualByComparingTo("0.9875");
    JsonNode thinking = kernel.events("thinking").getLast();
    assertThat(thinking.path("api_cost").decimalValue()).isEqualByComparingTo("0.0125");
    assertThat(thinking.path("model").asString()).isEqualTo("small");
    assertThat(thinking.path("input_tokens").asInt()).isEqualTo(900);
  }

  @Test
  void theSameTurnIsHeldAndSettledOnceUnderWhateverActionId() {
    reserve("alpha", "t", "0.25");
    reserve("alpha", "t", "0.25");
    assertThat(budget("alpha")).isEqualByComparingTo("0.75");
    String settle = "{\"turn\":\"t\",\"cost_usd\":0.1,\"model\":\"m\"}";
    kernel.done("alpha", "settle", settle);
    kernel.done("alpha", "settle", settle);
    assertThat(budget("alpha")).isEqualByComparingTo("0.9");
    assertThat(kernel.events("thinking")).hasSize(1);
  }

  @Test
  void parallelCallsNeverHoldMoreThanThereIs() throws Exception {
    List<Callable<String>> calls = new ArrayList<>();
    for (int i = 0; i < 24; i++) {
      String turn = "t" + i;
      calls.add(() -> reserve("alpha", turn, "0.15"));
    }
    int held = 0;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<String> call : threads.invokeAll(calls)) {
        held += call.get().equals("done") ? 1 : 0;
      }
    }
    assertThat(held).as("six whole holds and the rest").isEqualTo(7);
    assertThat(budget("alpha")).isEqualByComparingTo("0");
    assertThat(
            kernel.text("select cast(sum(amount) as text) from reservation where state = 'open'"))
        .isEqualTo("1.00000000");
  }

  @Test
  void aFailedCallGivesTheHoldBack() {
    reserve("alpha", "t", "0.25");
    kernel.done("alpha", "settle", "{\"turn\":\"t\",\"model\":\"m\",\"failed\":\"overloaded\"}");
    assertThat(budget("alpha")).isEqualByComparingTo("1");
    assertThat(kernel.events("thinking_failed").getLast().path("reason").asString())
        .isEqualTo("overloaded");
  }

  @Test
  void aModelWithoutAPriceCostsAFloorAndWarns() {
    JsonNode held = kernel.done("alpha", "reserve", "{\"turn\":\"t\",\"tokens\":2000}");
    assertThat(held.path("held_usd").decimalValue()).isEqualByComparingTo("0.01");
    assertThat(held.path("warning").asString()).contains("no price");
    JsonNode settled =
        kernel.done(
            "alpha",
            "settle",
            "{\"turn\":\"t\",\"model\":\"free\",\"input_tokens\":10,\"output_tokens\":10}");
    assertThat(settled.path("api_cost").decimalValue()).isEqualByComparingTo("0.001");
    assertThat(settled.path("warning").asString()).contains("no price");
  }

  @Test
  void whatALostWorkerHeldGoesBackAndALateAnswerIsChargedAllTheSame() {
    reserve("alpha", "t", "0.25");
    kernel.execute("update reservation set expires_at = now() - interval '1 second'");
    new KernelOutbox(kernel.database).poll(null, 100);
    assertThat(budget("alpha")).isEqualByComparingTo("1");
    kernel.done("alpha", "settle", "{\"turn\":\"t\",\"cost_usd\":0.2,\"model\":\"m\"}");
    assertThat(budget("alpha")).isEqualByComparingTo("0.8");
  }

  @Test
  void aHoldThatExpiredIsThereForTheNextCallAtOnce() {
    reserve("alpha", "lost", "0.9");
    kernel.execute("update reservation set expires_at = now() - interval '1 second'");
    assertThat(reserve("alpha", "next", "0.9")).isEqualTo("done");
  }

  @Test
  void aCallThatWasGivenUpIsChargedOnceItTurnsOutToHaveCost() {
    reserve("alpha", "t", "0.25");
    kernel.done(
        "alpha",
        "settle",
        "{\"turn\":\"t\",\"cost_usd\":0,\"model\":\"none\",\"failed\":\"not called\"}");
    assertThat(budget("alpha")).isEqualByComparingTo("1");
    String late = "{\"turn\":\"t\",\"cost_usd\":0.04,\"model\":\"m\"}";
    kernel.done("alpha", "settle", late);
    kernel.done("alpha", "settle", late);
    assertThat(budget("alpha")).isEqualByComparingTo("0.96");
  }

  @Test
  void aCallThatCostsNothingNeedsNoBudget() {
    assertThat(reserve("gamma", "free", "0")).isEqualTo("done");
    kernel.done("gamma", "settle", "{\"turn\":\"free\",\"cost_usd\":0,\"model\":\"local\"}");
    assertThat(budget("gamma")).isEqualByComparingTo("0");
  }

  @Test
  void aPrincipalWithLessThanAskedForHoldsWhatItHas() {
    JsonNode data = kernel.done("beta", "reserve", "{\"turn\":\"t\",\"upper_bound_usd\":2}");
    assertThat(data.path("held_usd").decimalValue()).isEqualByComparingTo("0.5");
    assertThat(reserve("beta", "next", "0.01")).isEqualTo("insufficient_funds");
  }

  @Test
  void budgetIsGivenToOthers() {
    JsonNode data =
        kernel.done(
            "alpha",
            "transfer_resource",
            "{\"to\":\"gamma\",\"resource\":\"llm_budget\",\"amount\":0.3}");
    assertThat(data.path("sender_balance").decimalValue()).isEqualByComparingTo("0.7");
    assertThat(budget("gamma")).isEqualByComparingTo("0.3");
    assertThat(reserve("gamma", "g", "0.2")).isEqualTo("done");
    assertThat(kernel.events("resource_allocated").getLast().path("to").asString())
        .isEqualTo("gamma");
  }
}
