package dev.playloop.ingest.clients;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// One of `clients/fixtures`: what it holds, and how that is seen.
record Fixture(String name, String holds, JsonNode told) {
  private static final Path FOLDER = Path.of("clients/fixtures");

  static List<Fixture> all() {
    try (Stream<Path> files = Files.list(FOLDER)) {
      List<Fixture> all = new ArrayList<>();
      for (Path file : files.filter(path -> path.toString().endsWith(".json")).sorted().toList()) {
        for (JsonNode one : Lines.read(Files.readString(file))) {
          all.add(new Fixture(one.path("name").asString(), one.path("holds").asString(), one));
        }
      }
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Fixture named(String name) {
    return all().stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
  }

  JsonNode steps() {
    return told.path("steps");
  }

  @Override
  public String toString() {
    return name;
  }
}
