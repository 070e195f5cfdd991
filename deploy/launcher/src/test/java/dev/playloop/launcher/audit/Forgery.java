package dev.playloop.launcher.audit;

/// What a forger does. Kinds that need no checkpoint must be found without any.
enum Forgery {
  EDIT_ENVELOPE,
  EDIT_PAYLOAD,
  EDIT_SALT,
  NO_ENVELOPE,
  NO_SALT,
  LONGER_SALT,
  /// The payload is taken away, and what belongs to it is left.
  SALT_WITHOUT_PAYLOAD,
  /// A field that nobody reads.
  FIELD_IN_ENVELOPE,
  /// The same JSON in other bytes: a character escaped that need not be.
  ESCAPE_IN_ENVELOPE,
  ESCAPE_IN_PAYLOAD,
  /// A question mark becomes half a surrogate pair, which naive code hashes as a question mark.
  SURROGATE_IN_PAYLOAD,
  /// The same JSON in other bytes: a blank.
  BLANK_IN_ENVELOPE,
  BLANK_IN_PAYLOAD,
  DELETE,
  DELETE_BEGINNING,
  INSERT_AGAIN,
  INSERT_OF_ANOTHER,
  REORDER,
  SWAP_AGENTS,
  CHANGE_KEY,
  TRUNCATE_AGENT(true),
  TRUNCATE_LOG(true),
  DELETE_AGENT(true),
  REHASH_EDIT(true),
  REHASH_DELETE(true);

  private final boolean needsCheckpoint;

  /// Found without any checkpoint.
  Forgery() {
    this(false);
  }

  Forgery(boolean needsCheckpoint) {
    this.needsCheckpoint = needsCheckpoint;
  }

  /// Found only against a checkpoint, or at least not surely without one.
  boolean needsCheckpoint() {
    return needsCheckpoint;
  }
}
