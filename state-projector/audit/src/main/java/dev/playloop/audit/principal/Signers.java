package dev.playloop.audit.principal;

import dev.playloop.audit.AuditException;
import dev.playloop.audit.AuditProblem;
import dev.playloop.audit.ExportFile;
import dev.playloop.audit.ExportFormat.Kind;
import dev.playloop.audit.JournalRecord;
import dev.playloop.audit.JournalSource;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.principal.Principal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Who has a key, as somebody says whom the verifier trusts. Immutable.
public final class Signers implements Function<String, @Nullable Principal> {
  private final Map<String, Principal> byKey;

  private Signers(Map<String, Principal> byKey) {
    this.byKey = Map.copyOf(byKey);
  }

  /// As `principals list --all --json` prints them, one a line; of two of one id the later counts.
  /// Throws [AuditException] that names file and line.
  public static Signers ofFile(Path file) {
    List<String> lines;
    try {
      lines = Files.readString(file, StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new AuditException(new AuditProblem.UnreadableFile(file, e.toString()), e);
    }
    Map<String, Principal> byKey = new HashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      if (!lines.get(i).isBlank()) {
        put(byKey, file + ":" + (i + 1), lines.get(i).getBytes(StandardCharsets.UTF_8));
      }
    }
    return of(file.toString(), byKey);
  }

  /// As the topic of principals says now; the caller closes `topic`.
  public static Signers ofTopic(String name, JournalSource topic) {
    Map<String, Principal> byKey = new HashMap<>();
    topic.read(record -> put(byKey, name, record));
    return of(name, byKey);
  }

  /// Those that an export carries. Whoever made the file chose them: they show that it agrees with
  /// itself, and who they are is for the reader to know.
  public static Signers ofExport(ExportFile file) {
    Map<String, Principal> byKey = new HashMap<>();
    file.read(
        (kind, record) -> {
          if (kind == Kind.PRINCIPAL) {
            put(byKey, "the export", record);
          }
        },
        _ -> {});
    return of("the export", byKey);
  }

  private static Signers of(String where, Map<String, Principal> byKey) {
    if (byKey.isEmpty()) {
      throw new AuditException(new AuditProblem.NoPrincipals(where));
    }
    return new Signers(byKey);
  }

  private static void put(Map<String, Principal> byKey, String where, JournalRecord record) {
    if (record.value().length == 0) {
      byKey.remove(record.key());
    } else {
      put(byKey, where + ", offset " + record.offset(), record.value());
    }
  }

  private static void put(Map<String, Principal> byKey, String where, byte[] json) {
    try {
      Principal read = CheckedJson.of(json, Edge.REQUEST).as(Principal.class);
      byKey.put(read.id(), read);
    } catch (InvalidValueException e) {
      throw new AuditException(
          new AuditProblem.BadPrincipal(where, String.valueOf(e.getMessage())), e);
    }
  }

  @Override
  public @Nullable Principal apply(String key) {
    return byKey.get(key);
  }
}
