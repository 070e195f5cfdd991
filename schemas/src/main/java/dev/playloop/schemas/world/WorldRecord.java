package dev.playloop.schemas.world;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.json.Default;
import dev.playloop.schemas.json.ExactlyOne;
import dev.playloop.schemas.json.Versioned;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What the topic `worlds` holds: under `<world>@<hash>` a declaration, for ever, since runs and
/// journals name it; under `<world>` which of them is in force.
@ExactlyOne({"declaration", "pointer"})
public record WorldRecord(int v, @Nullable WorldDeclaration declaration, @Nullable Pointer pointer)
    implements Versioned {
  public static final int VERSION = 1;

  public WorldRecord {
    v = v == 0 ? VERSION : v;
    if ((declaration == null) == (pointer == null)) {
      throw new InvalidValueException(
          "declaration", "exactly one of declaration and pointer", "both or none");
    }
  }

  public static WorldRecord of(WorldDeclaration declaration) {
    return new WorldRecord(VERSION, declaration, null);
  }

  public static WorldRecord of(Pointer pointer) {
    return new WorldRecord(VERSION, null, pointer);
  }

  /// The key of a declaration.
  public static String key(String world, String hash) {
    return world + "@" + hash;
  }

  /// Which declaration of a world is in force.
  ///
  /// @param hash of its catalogue, SHA-256 in lower-case hex
  /// @param by who said so
  /// @param retired whether none is in force any more: this one was the last
  public record Pointer(String hash, Instant at, String by, @Default("false") boolean retired) {
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
    private static final int MAX_BY = 128;

    public Pointer {
      Require.match("hash", hash, HASH, "a SHA-256 in lower-case hex");
      Require.present("at", at, "a time");
      Require.text("by", by, MAX_BY);
    }

    /// That this one is in force from now on.
    public static Pointer to(String hash, Instant at, String by) {
      return new Pointer(hash, at, by, false);
    }

    /// That none is, from now on.
    public Pointer retiredBy(String who, Instant since) {
      return new Pointer(hash, since, who, true);
    }
  }
}
