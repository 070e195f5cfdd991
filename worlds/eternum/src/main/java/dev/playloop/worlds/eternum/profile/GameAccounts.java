package dev.playloop.worlds.eternum.profile;

import dev.playloop.schemas.id.AgentId;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.account.AccountBook;
import dev.playloop.worlds.chain.account.AccountChoice;
import dev.playloop.worlds.chain.account.CallPolicy;
import dev.playloop.worlds.chain.account.SigningAccount;
import dev.playloop.worlds.chain.account.SigningPool;
import dev.playloop.worlds.chain.devnet.DevnetAccount;
import dev.playloop.worlds.chain.fee.FeePolicy;
import dev.playloop.worlds.chain.lane.ChainAccounts;
import java.math.BigInteger;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Who may act as which account of a game.
public final class GameAccounts {
  private static final BigInteger STRK = BigInteger.TEN.pow(18);

  /// Of play money: a tenth of what an account has for one action, half of it for a day.
  private static final FeePolicy PLAY_MONEY =
      FeePolicy.capped(
          STRK.multiply(BigInteger.valueOf(20)), STRK.multiply(BigInteger.valueOf(500)));

  private GameAccounts() {}

  /// As the executor's own file says; where it says nothing of calls, `standard` is meant.
  public static ChainAccounts of(AccountBook book, CallPolicy standard) {
    return (account, agent) ->
        switch (book.find(agent, account)) {
          case AccountChoice.Refused(String why) -> new ChainAccounts.Found.Denied(why);
          case AccountChoice.Allowed(SigningAccount allowed) -> {
            CallPolicy own = allowed.calls();
            yield new ChainAccounts.Found.Granted(
                allowed.signer(),
                FeePolicy.capped(allowed.caps().perAction(), allowed.caps().perDay()),
                own == null ? standard::refuses : own::refuses);
          }
        };
  }

  /// The accounts of a chain to play on, which any agent may use.
  public static ChainAccounts playing(
      Map<Felt, DevnetAccount> players, SigningPool pool, CallPolicy policy) {
    return (account, agent) -> found(players.get(account), agent, pool, policy);
  }

  private static ChainAccounts.Found found(
      @Nullable DevnetAccount account, AgentId agent, SigningPool pool, CallPolicy policy) {
    return account == null
        ? new ChainAccounts.Found.Denied(
            "agent " + agent + " acts as an account that this game has not")
        : new ChainAccounts.Found.Granted(
            pool.beside(account.signer()), PLAY_MONEY, policy::refuses);
  }
}
