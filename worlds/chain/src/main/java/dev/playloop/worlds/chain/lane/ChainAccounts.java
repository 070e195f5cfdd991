package dev.playloop.worlds.chain.lane;

import dev.playloop.schemas.id.AgentId;
import dev.playloop.worlds.chain.AccountKey;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.fee.FeePolicy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Who may act as which account, by the executor's own word. Called on many threads at once.
public interface ChainAccounts {
  /// What an agent may do as this account.
  Found find(Felt account, AgentId agent);

  /// The answer for an account and an agent.
  sealed interface Found {
    /// @param calls which calls are allowed
    record Granted(AccountKey signer, FeePolicy fees, Allows calls) implements Found {}

    /// @param why a sentence that gives nothing away to whoever may not act
    record Denied(String why) implements Found {}
  }

  /// An allow-list of contracts and entrypoints.
  @FunctionalInterface
  interface Allows {
    /// Why one of the calls must not be signed; null where all may.
    @Nullable String refuses(List<ContractCall> calls);
  }
}
