package dev.playloop.worlds.chain.evm;

import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;

/// The game of these tests: its source, and what the compiler made of it, beside each other.
final class LedgerFiles {
  static final Path SOURCE = Path.of("src/test/contracts/GameLedger.sol");
  static final Path COMPILED = Path.of("src/test/contracts/GameLedger.json");

  private LedgerFiles() {}

  static JsonNode compiled() {
    try {
      return Json.tree(Files.readString(COMPILED));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String code() {
    return compiled().path("code").stringValue();
  }

  static JsonNode abi() {
    return compiled().path("abi");
  }
}
