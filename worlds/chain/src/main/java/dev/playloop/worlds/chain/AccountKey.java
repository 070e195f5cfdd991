package dev.playloop.worlds.chain;

/// The key that an account's transactions are signed with. A lane only hands it on: of which curve
/// it is, and what it signs, is between the account's chain and that chain's
/// [dev.playloop.worlds.chain.backend.Submitter]. Used on many threads at once. No text of it shows
/// what is secret.
public interface AccountKey {}
