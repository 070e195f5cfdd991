package dev.playloop.schemas.config;

import dev.playloop.schemas.Text;
import dev.playloop.schemas.config.InvalidFileException.Problem;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Puts the text of `instructions.strategyFile` in the place of `instructions.strategy`: what an
/// agent knows of its world may be longer than a YAML file should hold. Afterwards nothing tells
/// the two apart. Pure but for what it reads.
final class StrategyFiles {
  /// It is part of every prompt.
  static final int MAX_BYTES = 16_384;

  private static final String INSTRUCTIONS = "instructions";
  static final String STRATEGY = "strategy";
  static final String FIELD = "strategyFile";

  private static final int MAX_NAME = 200;

  /// No part begins with a dot, so that none leads out of the folder.
  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]*(/[A-Za-z0-9_][A-Za-z0-9_.-]*)*");

  private StrategyFiles() {}

  /// Of each agent of a list. Throws [InvalidFileException] where such a file is no text.
  static void into(LocatedTree tree, FilesBeside files, List<Problem> problems) {
    for (int i = 0; tree.root().isArray() && i < tree.root().size(); i++) {
      if (tree.root().get(i).path(INSTRUCTIONS) instanceof ObjectNode instructions) {
        JsonNode named = instructions.remove(FIELD);
        if (named != null) {
          String text = text(tree, i, new Named(instructions, named), files, problems);
          instructions.put(STRATEGY, text == null ? "" : text);
        }
      }
    }
  }

  private record Named(ObjectNode instructions, JsonNode value) {}

  private static @Nullable String text(
      LocatedTree tree, int agent, Named named, FilesBeside files, List<Problem> problems) {
    List<Object> at = List.of(agent, INSTRUCTIONS, FIELD);
    String name = named.value().isString() ? named.value().stringValue() : "";
    if (named.instructions().has(STRATEGY)) {
      problems.add(tree.problem(at, "either strategy or strategyFile", "both"));
      return null;
    }
    if (name.length() > MAX_NAME || !NAME.matcher(name).matches()) {
      String shown = Text.brief(named.value().toString(), MAX_NAME);
      problems.add(
          tree.problem(at, "the name of a file in the same folder, such as soul.md", shown));
      return null;
    }
    byte[] bytes = files.read(name, MAX_BYTES + 1);
    if (bytes == null) {
      String got = "'" + name + "', which is none of its files";
      problems.add(tree.problem(at, "the name of a file in the same folder", got));
      return null;
    }
    if (bytes.length > MAX_BYTES) {
      problems.add(tree.problem(at, "a file of at most " + MAX_BYTES + " bytes", "more"));
      return null;
    }
    String text = ConfigFile.of(name, bytes).text();
    if (text.isBlank()) {
      problems.add(tree.problem(at, "a file with a text", "nothing"));
    }
    return text;
  }
}
