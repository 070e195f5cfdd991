package dev.playloop.worlds.kernel.books;

import dev.playloop.worlds.kernel.model.KernelWrite.TransferResource;
import dev.playloop.worlds.kernel.model.KernelWrite.TransferScrip;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// Scrip and resources that go from one principal to another. The answer is the ledger's.
public final class Money {
  static final int DECIMALS = 8;

  private Money() {}

  public static ObjectNode transfer(Deed deed, TransferScrip transfer) throws Refusal {
    String to = transfer.to();
    parties(deed, to);
    Books.Moved moved =
        deed.books()
            .move(deed.actor(), to, transfer.amount(), "transfer")
            .orElseThrow(() ->
                Refusal.insufficient(
                    deed.actor(), transfer.amount(), deed.books().balance(deed.actor())));
    deed.happened(
        "transfer",
        to,
        deed.actor() + " gave " + transfer.amount() + " scrip to " + to,
        Answers.data()
            .put("from", deed.actor())
            .put("to", to)
            .put("amount", transfer.amount())
            .put("from_after", moved.fromAfter())
            .put("to_after", moved.toAfter()));
    return Answers.data()
        .put("amount", transfer.amount())
        .put("recipient", to)
        .put("sender_balance", moved.fromAfter());
  }

  private static void parties(Deed deed, String to) throws Refusal {
    List<String> there = deed.books().lock(Set.of(to));
    if (!there.contains(deed.actor())) {
      throw Refusal.of(Code.NOT_FOUND, "There is no principal " + deed.actor());
    }
    if (!there.contains(to)) {
      throw Refusal.of(Code.NOT_FOUND, "There is no principal " + to).about("to");
    }
    if (to.equals(deed.actor())) {
      throw Refusal.of(Code.INVALID_ARGUMENT, "You can't transfer to yourself").about("to");
    }
  }

  public static ObjectNode transfer(Deed deed, TransferResource transfer) throws Refusal {
    BigDecimal amount = transfer.amount();
    String to = transfer.to();
    parties(deed, to);
    if (amount.signum() <= 0 || amount.stripTrailingZeros().scale() > DECIMALS) {
      throw Refusal.of(
              Code.INVALID_ARGUMENT,
              "Expected an amount above 0 with at most " + DECIMALS + " decimals, got " + amount)
          .about("amount");
    }
    BigDecimal left =
        LlmBudget.take(deed, deed.actor(), amount)
            .orElseThrow(() -> {
              BigDecimal has = LlmBudget.available(deed, deed.actor());
              return Refusal.of(
                  Code.INSUFFICIENT_FUNDS,
                  "Insufficient " + transfer.resource() + ": need " + amount + ", have " + has,
                  Answers.data().put("required", amount).put("available", has));
            });
    LlmBudget.give(deed, to, amount);
    deed.update(
        "update account set version = version + 1 where principal_id = :to", Map.of("to", to));
    deed.happened(
        "resource_allocated",
        to,
        deed.actor() + " gave " + amount.toPlainString() + " " + transfer.resource() + " to " + to,
        Answers.data()
            .put("resource", transfer.resource())
            .put("from", deed.actor())
            .put("to", to)
            .put("amount", amount));
    return Answers.data()
        .put("resource", transfer.resource())
        .put("amount", amount)
        .put("recipient", to)
        .put("sender_balance", left);
  }
}
