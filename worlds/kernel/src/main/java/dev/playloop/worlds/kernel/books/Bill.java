package dev.playloop.worlds.kernel.books;

import dev.playloop.schemas.json.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What a deed costs: every payment that it makes, by name, and the most that it may cost who acts.
/// Beyond that the deed is refused as a whole. Used by one thread.
public final class Bill {
  private final String actor;
  private final List<Payment> payments = new ArrayList<>();
  private long max = Long.MAX_VALUE;
  private long spent;

  Bill(String actor) {
    this.actor = actor;
  }

  /// From now on no more than this.
  public void limit(long most) {
    max = most;
  }

  public long max() {
    return max;
  }

  /// Names a payment before it is made, whoever pays.
  public void add(Payment payment) throws Refusal {
    if (payment.from().equals(actor)) {
      within(max, spent, payment);
      spent += payment.amount();
    }
    payments.add(payment);
  }

  /// Refuses a payment that does not fit into what is left.
  public static void within(long max, long spent, Payment payment) throws Refusal {
    if (payment.amount() > max - spent) {
      throw Refusal.of(
          Code.COST_EXCEEDED,
          "This costs more than "
              + max
              + " scrip, what you were told or allowed: "
              + payment.amount()
              + " to "
              + payment.to()
              + " ("
              + payment.reason()
              + ")"
              + (spent == 0 ? "" : " beside " + spent)
              + ". Nothing was paid; give max_scrip if you want it at that",
          Json.NODES
              .objectNode()
              .put("max_scrip", max)
              .put(
                  "required",
                  Math.addExact(spent, Math.min(payment.amount(), Long.MAX_VALUE - spent))));
    }
  }

  /// Puts all payments into an answer; nothing where there were none.
  public void into(ObjectNode answer) {
    if (payments.isEmpty()) {
      return;
    }
    ArrayNode named = answer.putArray("payments");
    for (Payment payment : payments) {
      named
          .addObject()
          .put("from", payment.from())
          .put("to", payment.to())
          .put("amount", payment.amount())
          .put("for", payment.reason());
    }
    answer.put("scrip_paid", spent);
  }
}
