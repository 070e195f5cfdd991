package dev.playloop.chaos.declared;

import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
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
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What a game has done, a line each, on the disk before anybody is told: effect and answer are one
/// line, so both are there or none. A game that forgets goes on behind a line that says so; what it
/// did before stays in the file, for whoever counts. Several processes may use it: whoever reads or
/// writes holds a lock on the file, and has read all of it. Guarded by itself.
final class GameStore {
  private static final String FILE = "deeds.jsonl";
  private static final String BORN = "born";
  private static final String ACTION = "action";
  private static final String DENIED = "denied";

  private final FileChannel file;
  private final Map<String, ObjectNode> kept = new HashMap<>();

  /// Where in the file it was said last that an action had not been done.
  private final Map<String, Long> denied = new HashMap<>();

  private Instant born = Instant.EPOCH;
  private long read;

  private GameStore(FileChannel file) {
    this.file = file;
  }

  /// Goes on where the last process died. The first memory of a game is so old that it can vouch
  /// for all; a new one begins now.
  static GameStore open(Path folder, boolean forgets) throws IOException {
    GameStore store =
        new GameStore(
            FileChannel.open(
                folder.resolve(FILE),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE));
    if (forgets) {
      store.locked(() -> store.keep(Json.NODES.objectNode().put(BORN, now())));
    }
    return store;
  }

  private static long now() {
    return Instant.now().getEpochSecond();
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

  /// Since when it remembers everything.
  Instant born() {
    return locked(() -> born);
  }

  /// How long it is by now: what comes later is behind this place.
  long size() {
    return locked(() -> read);
  }

  @Nullable ObjectNode find(String action) {
    return locked(() -> kept.get(action));
  }

  /// Done, or as it was done before.
  ObjectNode act(String action) {
    return Objects.requireNonNull(act(action, Long.MAX_VALUE));
  }

  /// The same for who was told to do it when the store had this size; null, and not done, where it
  /// was said since that it had not been done.
  @Nullable ObjectNode act(String action, long since) {
    return locked(() -> {
      ObjectNode known = kept.get(action);
      if (known != null) {
        return known;
      }
      if (denied.getOrDefault(action, 0L) > since) {
        return null;
      }
      ObjectNode done = Json.NODES.objectNode().put(ACTION, action).put("status", "done");
      done.putObject("output").put("deposits", kept.size() + 1);
      return keep(done);
    });
  }

  /// What it has done; null where it has not, and whoever was told to do it must not any more.
  @Nullable ObjectNode deny(String action) {
    return locked(() -> {
      ObjectNode known = kept.get(action);
      if (known == null) {
        keep(Json.NODES.objectNode().put(DENIED, action));
      }
      return known;
    });
  }

  private synchronized <T extends @Nullable Object> T locked(Supplier<T> work) {
    try (FileLock _ = file.lock()) {
      catchUp();
      return work.get();
    } catch (IOException | UncheckedIOException e) {
      // Nobody knows how much of it is in the file: whoever starts it again reads it.
      Runtime.getRuntime().halt(1);
      throw new IllegalStateException(e);
    }
  }

  /// What was cut off in its midst was never answered.
  private void catchUp() throws IOException {
    ByteBuffer more = ByteBuffer.allocate((int) (file.size() - read));
    while (more.hasRemaining() && file.read(more, read + more.position()) >= 0) {
      // All of it.
    }
    String text = new String(more.array(), 0, more.position(), StandardCharsets.UTF_8);
    String whole = text.substring(0, text.lastIndexOf('\n') + 1);
    for (String line : whole.lines().toList()) {
      read += line.getBytes(StandardCharsets.UTF_8).length + 1;
      remember(Json.tree(line));
    }
    file.truncate(read);
  }

  private ObjectNode keep(ObjectNode line) {
    ByteBuffer rest = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
    try {
      while (rest.hasRemaining()) {
        file.write(rest, read + rest.position());
      }
      file.force(false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    read += rest.limit();
    remember(line);
    return line;
  }

  private void remember(JsonNode line) {
    if (line.has(BORN)) {
      kept.clear();
      denied.clear();
      born = Instant.ofEpochSecond(line.path(BORN).longValue());
    } else if (line.has(DENIED)) {
      denied.put(line.path(DENIED).stringValue(), read);
    } else if (line instanceof ObjectNode deed) {
      kept.put(deed.path(ACTION).stringValue(), deed);
    }
  }
}
