package dev.playloop.chaos.world;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// What the agents of the kernel do, and what its own tables must say of it. Stateless.
public final class KernelDeeds {
  public static final String PAY = "transfer_scrip";
  public static final String INVOKE = "invoke_artifact";
  public static final String WRITE = "write_artifact";

  /// In turns.
  public static final List<String> TOOLS = List.of(WRITE, PAY, INVOKE);

  /// What an invocation costs.
  public static final int PRICE = 3;

  private KernelDeeds() {}

  public static void arguments(String tool, int step, ObjectNode arguments) {
    switch (tool) {
      case PAY -> arguments.put("to", "bank").put("amount", step);
      case INVOKE -> {
        arguments.put("artifact_id", "doubler").put("max_scrip", PRICE);
        arguments.putArray("args").add("21");
      }
      default ->
          arguments
              .put("artifact_id", "note-" + step)
              .put("content", "Step " + step + " is done.")
              .put("artifact_type", "text")
              .put("access_contract_id", "public");
    }
  }

  /// How many rows in the ledger one deed of this tool has; -1 where that depends.
  public static int bookings(String tool) {
    return switch (tool) {
      case PAY -> 2;
      case INVOKE -> -1;
      default -> 0;
    };
  }
}
