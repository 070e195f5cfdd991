package dev.playloop.rehearsal;

import dev.playloop.schemas.Require;
import dev.playloop.schemas.config.ConfigFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The content of a `rehearsal.yaml`: rules in order, the first that fits decides. Refused whole,
/// with line and field, when anything in it is unknown or wrong.
public record Rehearsal(List<Rule> rules) {
  public Rehearsal {
    rules = List.copyOf(Require.present("rules", rules, "a list of rules"));
  }

  /// Reads a file. Throws [dev.playloop.schemas.config.InvalidFileException] that names file, line
  /// and field.
  public static Rehearsal read(Path file) throws IOException {
    return parse(file.getFileName().toString(), Files.readString(file));
  }

  /// Reads the text of a file, as [#read] does; `name` is for messages.
  public static Rehearsal parse(String name, String yaml) {
    return new ConfigFile(name, yaml).as(Rehearsal.class);
  }

  /// One after the other: these rules, then those of `other`.
  public Rehearsal and(Rehearsal other) {
    return new Rehearsal(Stream.concat(rules.stream(), other.rules.stream()).toList());
  }
}
