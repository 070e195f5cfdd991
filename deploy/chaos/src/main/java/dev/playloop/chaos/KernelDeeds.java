package dev.playloop.chaos;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// What the agents of the kernel do, and what its own tables must say of it. Stateless.
final class KernelDeeds {
  static final String PAY = "transfer_scrip";
  static final String INVOKE = "invoke_artifact";
  static final String WRITE = "write_artifact";

  /// In turns.
  static final List<String> TOOLS = List.of(WRITE, PAY, INVOKE);

  /// What an invocation costs.
  static final int PRICE = 3;

  /// Where balances, holds, movements and disk don't agree with the ledger; no row when all is
  /// well.
  static final String BOOKS =
      """
      select 'balance' as what, principal_id as who, scrip as has, coalesce(sum, 0) as should
      from account left join (select account, sum(delta) from ledger_entry group by account) l
        on l.account = principal_id where scrip <> coalesce(sum, 0)
      union all
      select 'holds', '', coalesce((select sum(amount) from reservation
          where state = 'open' and resource = 'scrip'), 0),
        coalesce((select sum(delta) from ledger_entry where account = '@holds'), 0)
      where coalesce((select sum(amount) from reservation
          where state = 'open' and resource = 'scrip'), 0)
        <> coalesce((select sum(delta) from ledger_entry where account = '@holds'), 0)
      union all
      select 'sum', op_id, sum(delta), 0 from ledger_entry group by op_id having sum(delta) <> 0
      union all
      select 'disk', principal_id, disk_used, coalesce(sum, 0) from account
      left join (select created_by, sum(octet_length(content) + octet_length(code))
                 from artifact where not deleted group by created_by) a on created_by = principal_id
      where disk_used <> coalesce(sum, 0)\
      """;

  private KernelDeeds() {}

  static void arguments(String tool, int step, ObjectNode arguments) {
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
  static int bookings(String tool) {
    return switch (tool) {
      case PAY -> 2;
      case INVOKE -> -1;
      default -> 0;
    };
  }
}
