package dev.playloop.launcher.declared;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.world.WorldDeclaration;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// What a new world begins with: its files, an agent, a game in the language asked for that answers
/// the contract, and the key that both sign with. Nothing is written here.
public final class NewWorld {
  private static final List<String> FILES =
      List.of("world.yaml", "agents.yaml", "triggers.jsonl", "rehearsal.yaml", "expect.yaml");

  /// Where the actions of `world.yaml` go that it begins with.
  private static final String POSTED = "\\{url: '[^']*'\\}";

  private static final int KEY_BYTES = 32;

  private NewWorld() {}

  /// A language that there is a game in: its file, and what is typed to start it, in its folder.
  public enum Language {
    PYTHON("game.py", "python3 FOLDER/game.py", true),
    JAVASCRIPT("game.mjs", "node FOLDER/game.mjs", true),
    JAVA("Game.java", "java FOLDER/Game.java", false),
    CSHARP("Game.cs", "mcs -out:FOLDER/game.exe FOLDER/Game.cs && mono FOLDER/game.exe", false);

    private final String file;
    private final String typed;

    /// Whether there is one that fetches, too.
    private final boolean pulls;

    Language(String file, String typed, boolean pulls) {
      this.file = file;
      this.typed = typed;
      this.pulls = pulls;
    }

    /// What starts it, one command after the other, the last of which is the game; each as its
    /// words.
    public List<List<String>> commands(String folder) {
      return Arrays.stream(typed.split(" && ", -1))
          .map(line -> Arrays.stream(line.split(" ", -1)))
          .map(words -> words.map(word -> word.replace("FOLDER", folder)).toList())
          .toList();
    }
  }

  /// The files by their names. `world` must be what a world may be named.
  public static Map<String, String> files(String world, Language language) {
    Map<String, String> files = new LinkedHashMap<>();
    for (String name : FILES) {
      files.put(name, text("/worlds/init/" + name).replace("WORLD", world));
    }
    files.put(language.file, text("/games/" + language.file));
    return files;
  }

  /// The same of a world whose game fetches its actions instead of listening. Throws
  /// [InvalidValueException] where there is none in this language.
  public static Map<String, String> pulling(String world, Language language) {
    if (!language.pulls) {
      throw new InvalidValueException(
          "--language",
          "python or javascript: there is no game in another that fetches",
          language.name());
    }
    Map<String, String> files = files(world, language);
    files.computeIfPresent("world.yaml", (_, text) -> text.replaceFirst(POSTED, "{pull: true}"));
    files.put(language.file, text("/games/pull/" + language.file).replace("WORLD", world));
    return files;
  }

  /// The name of the file that holds the key, and a key.
  public static Map.Entry<String, String> key(String world) {
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    return Map.entry(world + ".key", HexFormat.of().formatHex(key));
  }

  /// Throws [InvalidValueException] where no world may be named so.
  public static String name(String world) {
    return WorldDeclaration.name("world", world);
  }

  private static String text(String resource) {
    try (InputStream in = Objects.requireNonNull(NewWorld.class.getResourceAsStream(resource))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("can't read the built-in " + resource, e);
    }
  }
}
