package dev.playloop.chaos.system;

import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// What the process of a chain leaves for whoever acts on it: the world's profile, the executor's
/// accounts with their keys, and where it answers. Immutable.
record ChainFolder(Path path) {
  private static final String ADDRESSES = "addresses.json";

  Path profile() {
    return path.resolve("eternum.yaml");
  }

  Path accounts() {
    return path.resolve("accounts.yaml");
  }

  /// Where the node and the index answer.
  record Addresses(URI rpc, URI torii) {}

  /// That it runs: written when all else is there.
  void tell(Addresses addresses) {
    write(
        ADDRESSES,
        Json.NODES
            .objectNode()
            .put("rpc", addresses.rpc().toString())
            .put("torii", addresses.torii().toString()));
  }

  boolean isTold() {
    return Files.exists(path.resolve(ADDRESSES));
  }

  Addresses addresses() {
    JsonNode told = read(path.resolve(ADDRESSES));
    return new Addresses(
        URI.create(told.path("rpc").asString()), URI.create(told.path("torii").asString()));
  }

  /// A file that only its owner reads, as the executor wants a key to be.
  void secret(String name, String text) {
    Path file = path.resolve(name);
    try {
      Files.writeString(file, text);
      Files.setPosixFilePermissions(
          file, Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// JSON is YAML, too.
  void write(Path file, JsonNode json) {
    write(file.getFileName().toString(), json);
  }

  /// Whole, or not there.
  private void write(String name, JsonNode json) {
    try {
      Path beside = Files.write(path.resolve(name + ".new"), Json.bytes(json));
      Files.move(beside, path.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static JsonNode read(Path file) {
    try {
      return Json.LOG.readTree(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
