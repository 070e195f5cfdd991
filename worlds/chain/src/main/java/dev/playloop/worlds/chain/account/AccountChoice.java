package dev.playloop.worlds.chain.account;

/// Whether an agent may act as the account that it names.
public sealed interface AccountChoice {
  record Allowed(SigningAccount account) implements AccountChoice {}

  /// @param why a sentence for the agent, which gives nothing away of others
  record Refused(String why) implements AccountChoice {}
}
