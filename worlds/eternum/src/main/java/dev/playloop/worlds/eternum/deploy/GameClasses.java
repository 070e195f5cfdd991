package dev.playloop.worlds.eternum.deploy;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.declare.SierraClass;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The compiled contracts that lie in this module, in the order of their deployment: the world
/// first. They are ours, so what is wrong with them is a fault of the build.
final class GameClasses {
  private static final String FOLDER = "classes/";

  private GameClasses() {}

  static List<GameClass> all() {
    List<GameClass> classes = new ArrayList<>();
    for (JsonNode one : Json.tree(text("classes.json")).path("classes")) {
      classes.add(
          new GameClass(
              one.path("name").stringValue(),
              Felt.hex(one.path("classHash").stringValue()),
              Felt.hex(one.path("compiledClassHash").stringValue())));
    }
    return List.copyOf(classes);
  }

  /// With the listed hash, which the build's tests compute.
  static SierraClass sierra(GameClass one) {
    return SierraClass.known(
        text(one.name() + ".json").getBytes(StandardCharsets.UTF_8), one.classHash());
  }

  private static String text(String file) {
    try (InputStream in = GameClasses.class.getResourceAsStream(FOLDER + file)) {
      if (in == null) {
        throw new IllegalStateException("this build has no " + FOLDER + file);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
