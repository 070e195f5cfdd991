package dev.playloop.worlds.eternum.profile;

import dev.playloop.schemas.id.AgentId;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.account.CallPolicy;
import dev.playloop.worlds.chain.account.SigningPool;
import dev.playloop.worlds.chain.devnet.DevnetAccount;
import dev.playloop.worlds.chain.fee.FeePolicy;
import dev.playloop.worlds.chain.lane.ChainAccounts;
import java.math.BigInteger;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Who may act on a chain to play on.
public final class GameAccounts {
  private static final BigInteger STRK = BigInteger.TEN.pow(18);

  /// Of play money: a tenth of what an account has for one action, half of it for a day.
  private static final FeePolicy PLAY_MONEY =
      FeePolicy.capped(
          STRK.multiply(BigInteger.valueOf(20)), STRK.multiply(BigInteger.valueOf(500)));

  private GameAccounts() {}

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
