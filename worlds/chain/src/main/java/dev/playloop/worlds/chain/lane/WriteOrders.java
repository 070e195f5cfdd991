package dev.playloop.worlds.chain.lane;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.lane.ChainAccounts.Found.Granted;
import dev.playloop.worlds.chain.lane.ChainGame.CallPlan;
import dev.playloop.worlds.model.Call;
import java.util.List;

/// Who may do what as which account: decided before any chain is asked or anything is signed.
record WriteOrders<T extends Tool>(ChainGame<T> game, ChainAccounts accounts) {
  /// What a write comes to.
  sealed interface Order {
    record Refused(ActionError error) implements Order {}

    record Allowed(Felt account, Granted granted, List<ContractCall> calls) implements Order {
      public Allowed {
        calls = List.copyOf(calls);
      }
    }
  }

  Order of(Call<T> call) {
    Felt account;
    try {
      account = Felt.parse("actor", call.action().actor());
    } catch (InvalidValueException e) {
      return new Order.Refused(ChainAnswers.error("no_account", String.valueOf(e.getMessage())));
    }
    if (!account.hex().equals(call.action().actor())) {
      // Its lane follows from the text.
      return new Order.Refused(
          ChainAnswers.error("no_account", "actor: expected it written as " + account.hex()));
    }
    return switch (accounts.find(account, call.action().agent())) {
      case ChainAccounts.Found.Denied(String why) ->
          new Order.Refused(ChainAnswers.error("not_this_account", why));
      case Granted granted ->
          switch (game.plan(call.tool(), account)) {
            case CallPlan.Refusal(ActionError error) -> new Order.Refused(error);
            case CallPlan.Calls(List<ContractCall> calls) -> allowed(account, granted, calls);
          };
    };
  }

  private static Order allowed(Felt account, Granted granted, List<ContractCall> calls) {
    String forbidden = granted.calls().refuses(calls);
    return forbidden == null
        ? new Order.Allowed(account, granted, calls)
        : new Order.Refused(ChainAnswers.error("not_allowed", forbidden));
  }
}
