package dev.playloop.chaos.declared;

import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What a game has done, a line each, on the disk before anybody is told: effect and answer are one
/// line, so both are there or none. A game that forgets goes on behind a line that says so; what it
/// did before stays in the file, for whoever counts. Guarded by itself.
final class GameStore {
  private static final String FILE = "deeds.jsonl";
  private static final String BORN = "born";
  private static final String ACTION = "action";

  private final FileChannel file;
  private final Map<String, ObjectNode> kept = new HashMap<>();
  private Instant born = Instant.EPOCH;

  private GameStore(FileChannel file) {
    this.file = file;
  }

  /// Goes on where the last process died; what was cut off in its midst was never answered. The
  /// first memory of a game is so old that it can vouch for all; a new one begins now.
  static GameStore open(Path folder, boolean forgets) throws IOException {
    List<String> lines = lines(folder);
    long whole = 0;
    for (String line : lines) {
      whole += line.getBytes(StandardCharsets.UTF_8).length + 1;
    }
    FileChannel file =
        FileChannel.open(folder.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    file.truncate(whole).position(whole);
    GameStore store = new GameStore(file);
    lines.forEach(line -> store.remember(Json.tree(line)));
    if (forgets) {
      store.keep(Json.NODES.objectNode().put(BORN, Instant.now().getEpochSecond()));
    }
    return store;
  }

  private static List<String> lines(Path folder) {
    try {
      String all = Files.readString(folder.resolve(FILE));
      return all.substring(0, all.lastIndexOf('\n') + 1).lines().toList();
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The actions that a game has done, in order, whatever it remembers.
  static List<String> deeds(Path folder) {
    List<String> deeds = new ArrayList<>();
    for (String line : lines(folder)) {
      JsonNode read = Json.tree(line);
      if (read.has(ACTION)) {
        deeds.add(read.path(ACTION).stringValue());
      }
    }
    return List.copyOf(deeds);
  }

  /// Since when it remembers everything.
  synchronized Instant born() {
    return born;
  }

  synchronized @Nullable ObjectNode find(String action) {
    return kept.get(action);
  }

  /// Done, or as it was done before.
  synchronized ObjectNode act(String action) {
    ObjectNode known = kept.get(action);
    if (known != null) {
      return known;
    }
    ObjectNode done = Json.NODES.objectNode().put(ACTION, action).put("status", "done");
    done.putObject("output").put("deposits", kept.size() + 1);
    keep(done);
    return done;
  }

  private void keep(ObjectNode line) {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      ByteBuffer rest = ByteBuffer.wrap(bytes);
      while (rest.hasRemaining()) {
        file.write(rest);
      }
      file.force(false);
    } catch (IOException e) {
      // Nobody knows how much of it is in the file: whoever starts it again reads it.
      Runtime.getRuntime().halt(1);
    }
    remember(line);
  }

  private void remember(JsonNode line) {
    if (line.has(BORN)) {
      kept.clear();
      born = Instant.ofEpochSecond(line.path(BORN).longValue());
    } else if (line instanceof ObjectNode deed) {
      kept.put(deed.path(ACTION).stringValue(), deed);
    }
  }
}
