package dev.playloop.worlds.chain.node;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.GasBound;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a node has answered, as values. Pure functions; each throws [NodeUnavailable] for what is
/// none.
final class RpcReplies {
  private RpcReplies() {}

  /// What a transaction came to once it was executed.
  private enum Execution {
    SUCCEEDED,
    REVERTED
  }

  static BlockHeader header(RpcValue block) {
    return BlockHeader.of(
        block.field("block_number").number(),
        block.field("block_hash").felt(),
        block.field("parent_hash").felt(),
        block.field("timestamp").time(),
        block.field("transactions").felts());
  }

  static TransactionStatus status(RpcValue status) {
    return status(status, "failure_reason");
  }

  private static TransactionStatus status(RpcValue from, String reasonField) {
    Finality finality = from.field("finality_status").oneOf(Finality.class);
    RpcValue said = from.optional("execution_status");
    Execution execution = said == null ? null : said.oneOf(Execution.class);
    if (execution == null && finality.reaches(Finality.PRE_CONFIRMED)) {
      throw from.wrong("an execution_status beside " + finality);
    }
    Boolean reverted = execution == null ? null : execution == Execution.REVERTED;
    RpcValue reason = from.optional(reasonField);
    return new TransactionStatus(
        finality,
        reverted,
        execution != Execution.REVERTED ? null : reason == null ? "" : reason.text());
  }

  /// A block without a hash is not there yet.
  static Receipt receipt(Felt asked, RpcValue receipt) {
    Felt hash = receipt.field("transaction_hash").felt();
    if (!hash.equals(asked)) {
      throw receipt.wrong("the receipt of " + asked);
    }
    RpcValue fee = receipt.field("actual_fee");
    if (!fee.field("unit").text().equals("FRI")) {
      throw fee.wrong("a fee in FRI");
    }
    Felt block = optionalFelt(receipt, "block_hash");
    Receipt pending =
        Receipt.of(
            hash,
            status(receipt, "revert_reason"),
            fee.field("amount").felt().value(),
            receipt.field("events").list(RpcReplies::event));
    return block == null ? pending : pending.inBlock(receipt.field("block_number").number(), block);
  }

  private static ChainEvent event(RpcValue event) {
    return new ChainEvent(
        event.field("from_address").felt(),
        event.field("keys").felts(),
        event.field("data").felts());
  }

  static EventPage events(RpcValue page) {
    RpcValue next = page.optional("continuation_token");
    return new EventPage(
        page.field("events").list(RpcReplies::placed), next == null ? null : next.text());
  }

  private static EventPage.Placed placed(RpcValue event) {
    Felt block = optionalFelt(event, "block_hash");
    return new EventPage.Placed(
        event(event),
        event.field("transaction_hash").felt(),
        block == null ? null : event.field("block_number").number(),
        block);
  }

  private static @Nullable Felt optionalFelt(RpcValue from, String name) {
    RpcValue value = from.optional(name);
    return value == null ? null : value.felt();
  }

  static FeeEstimate estimate(RpcValue estimates) {
    List<FeeEstimate> all = estimates.list(RpcReplies::oneEstimate);
    if (all.size() != 1) {
      throw estimates.wrong("one estimate");
    }
    return all.getFirst();
  }

  private static FeeEstimate oneEstimate(RpcValue estimate) {
    if (!estimate.field("unit").text().equals("FRI")) {
      throw estimate.wrong("an estimate in FRI");
    }
    return new FeeEstimate(
        gas(estimate, "l1_gas"), gas(estimate, "l2_gas"), gas(estimate, "l1_data_gas"));
  }

  private static GasBound gas(RpcValue estimate, String name) {
    BigInteger price = estimate.field(name + "_price").u128();
    return new GasBound(estimate.field(name + "_consumed").u64(), price);
  }

  static Simulation simulation(RpcValue simulations) {
    List<Simulation> all = simulations.list(RpcReplies::oneSimulation);
    if (all.size() != 1) {
      throw simulations.wrong("one simulation");
    }
    return all.getFirst();
  }

  /// Of a reverted one the trace has the reason in the place of what was executed.
  private static Simulation oneSimulation(RpcValue simulation) {
    RpcValue executed = simulation.field("transaction_trace").field("execute_invocation");
    RpcValue reason = executed.optional("revert_reason");
    return new Simulation(
        oneEstimate(simulation.field("fee_estimation")),
        reason == null ? null : reason.text(),
        reason == null ? TracedEvents.of(executed) : List.of());
  }
}
