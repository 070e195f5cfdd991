package dev.playloop.worlds.chain.lane;

import dev.playloop.schemas.id.AgentId;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.account.AccountBook;
import dev.playloop.worlds.chain.account.AccountChoice;
import dev.playloop.worlds.chain.account.CallPolicy;
import dev.playloop.worlds.chain.account.SigningAccount;
import dev.playloop.worlds.chain.fee.FeePolicy;

/// Those of the executor's own file. A call is allowed where both the world and the account's line
/// allow it.
///
/// @param world what the world may call at all
public record BookedAccounts(AccountBook book, CallPolicy world) implements ChainAccounts {
  @Override
  public Found find(Felt account, AgentId agent) {
    return switch (book.find(agent, account)) {
      case AccountChoice.Refused(String why) -> new Found.Denied(why);
      case AccountChoice.Allowed(SigningAccount found) ->
          new Found.Granted(
              found.signer(),
              FeePolicy.capped(found.caps().perAction(), found.caps().perDay()),
              allows(found));
    };
  }

  private Allows allows(SigningAccount account) {
    CallPolicy own = account.calls();
    return calls -> {
      String forbidden = world.refuses(calls);
      return forbidden == null && own != null ? own.refuses(calls) : forbidden;
    };
  }
}
