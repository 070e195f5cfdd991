package dev.playloop.launcher.cli;

import dev.playloop.launcher.OwnFiles;
import dev.playloop.launcher.UserProblem;
import dev.playloop.launcher.declared.NewWorld;
import dev.playloop.launcher.watch.Shell;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

/// Writes the folder of a new world, and says what to type next.
///
/// @param place the folder, as a shell takes it
record NewFolder(String world, Path folder, String place, PrintWriter out) {
  /// Makes nothing yet. Throws [UserProblem] where there is one of that name, and
  /// [dev.playloop.schemas.InvalidValueException] where no world may be named so.
  static NewFolder in(Path parent, String name, PrintWriter out) {
    String world = NewWorld.name(name);
    Path folder = parent.resolve(world).normalize();
    if (Files.exists(folder)) {
      throw UserProblem.usage("there is a '" + folder + "' already", "take another name.");
    }
    return new NewFolder(world, folder, Shell.quoted(folder.toString()), out);
  }

  /// With a game that listens.
  void listening(NewWorld.Language language) throws IOException {
    Path own = written(NewWorld.files(world, language));
    Map.Entry<String, String> key = NewWorld.key(world);
    OwnFiles.write(own.resolve(key.getKey()), key.getValue());
    out.printf("%s has the world, an agent, and a game. Start the game, and then play:%n", folder);
    out.printf(
        "  export GAME_SECRET=$(cat %s/%s) GAME_STORE=%s/game.log%n", place, key.getKey(), place);
    out.printf("  %s &%n", start(language));
    out.printf("  ./playloop run %s%n", place);
  }

  /// With a game that fetches its actions.
  void pulling(NewWorld.Language language) throws IOException {
    Path _ = written(NewWorld.pulling(world, language));
    out.printf("%s has the world, an agent, and a game that fetches.%n", folder);
    out.printf("  ./playloop up %s%n", place);
    out.printf("And, once it is up, in another terminal, with the token that the first prints:%n");
    out.printf(
        "  ./playloop principals add %s-game --kind game --world %s --scope act:%s%n",
        world, world, world);
    out.printf("  export GAME_TOKEN=… GAME_STORE=%s/game.log%n", place);
    out.printf("  %s &%n", start(language));
    out.printf("  ./playloop publish %s/triggers.jsonl%n", place);
    out.printf("  ./playloop story %s/ringer:first --follow%n", world);
  }

  private Path written(Map<String, String> files) throws IOException {
    Path own = OwnFiles.folder(folder);
    for (Map.Entry<String, String> file : files.entrySet()) {
      Files.writeString(own.resolve(file.getKey()), file.getValue());
    }
    return own;
  }

  private String start(NewWorld.Language language) {
    return language.commands(place).stream()
        .map(words -> String.join(" ", words))
        .collect(Collectors.joining(" && "));
  }
}
