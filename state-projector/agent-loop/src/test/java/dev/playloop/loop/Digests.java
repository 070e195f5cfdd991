package dev.playloop.loop;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Transition;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.ApprovalEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One digest each of the commands, prompts, loop events and final states that a fold gives over
/// many inputs. With `-Ddigests.lines=FOLDER` the lines that are digested are written there, so
/// that those of two builds can be compared. Used by one thread.
final class Digests {
  private static final @Nullable String FOLDER = System.getProperty("digests.lines");

  private final Lines commands;
  private final Lines prompts;
  private final Lines events;
  private final Lines states;

  /// @param source what the digests' names begin with
  Digests(String source) {
    commands = new Lines(source + ".commands");
    prompts = new Lines(source + ".prompts");
    events = new Lines(source + ".events");
    states = new Lines(source + ".states");
  }

  /// What a step comes to. `where` says in which history and at which input.
  void step(String where, Transition step) {
    step.commands().forEach(command -> commands.add(where, Values.of(command)));
    step.events().stream()
        .filter(event -> !(event instanceof ApprovalEvent)) // new with format 2
        .forEach(event -> events.add(where, Values.of(event)));
  }

  /// The hash of a turn's body that a step opened, over the bytes that are sent.
  void prompt(String where, String hash) {
    prompts.add(where, hash);
  }

  /// What is known of an agent in the end.
  void state(String where, AgentState state) {
    states.add(where, Values.of(state));
  }

  /// Each by its name. Asked for once, at the end.
  Map<String, String> hex() {
    return Map.of(
        commands.name, commands.hex(),
        prompts.name, prompts.hex(),
        events.name, events.hex(),
        states.name, states.hex());
  }

  private static final class Lines {
    private static final int HELD = 1 << 20;

    private final String name;
    private final MessageDigest digest = Sha256.digest();
    private final StringBuilder held = new StringBuilder();

    Lines(String name) {
      this.name = name;
    }

    void add(String where, String value) {
      String line = where + " " + value + "\n";
      digest.update(line.getBytes(UTF_8));
      if (FOLDER != null && held.append(line).length() > HELD) {
        write(FOLDER);
      }
    }

    String hex() {
      if (FOLDER != null) {
        write(FOLDER);
      }
      return HexFormat.of().formatHex(digest.digest());
    }

    private void write(String folder) {
      try {
        Path file = Files.createDirectories(Path.of(folder)).resolve(name);
        Files.writeString(file, held, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      held.setLength(0);
    }
  }
}
