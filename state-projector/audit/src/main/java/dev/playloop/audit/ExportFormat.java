package dev.playloop.audit;

import dev.playloop.journal.FoldRelease;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.tool.ToolDeclaration;
import java.time.Instant;
import java.util.List;

/// The export of a journal: JSON Lines, one object a line, told apart by `type`.
///
/// 1. `export`: a [Header]. Always the first line.
/// 2. `catalogue`: a [CatalogueLine] for each release whose tools are known.
/// 3. Records of topics, by [Kind]: `partition`, `offset`, `time`, `key`, of an entry its headers
///    `envelope` as a text, `salt` in Base64 and `sealedBy` (the header `key`), and the value: as
///    `value` a text whose UTF-8 bytes it is, as `bytes` in Base64 where it is none, and neither
///    where there is no value. Records of one kind and partition come in the order of their
///    offsets. A header that is no text is left out; such an entry is none.
/// 4. `end`: an [End]. Always the last line, so that a cut file is seen.
///
/// Later versions may add kinds of lines. Nothing in it is secret to the topics' readers, and no
/// broker is needed to verify it.
public final class ExportFormat {
  public static final int VERSION = JournalEntry.VERSION;

  /// No entry is larger than some 1.1 MiB, and as a text a control character takes six bytes.
  static final int MAX_LINE = 8 * 1024 * 1024;

  static final String HEADER = "export";
  static final String CATALOGUE = "catalogue";
  static final String END = "end";

  private ExportFormat() {}

  /// What topic a record comes from. One more is a constant here, and who writes it.
  public enum Kind {
    /// An agent's config as it was applied last, from `agents`.
    AGENT("agent"),
    /// Somebody who signs, as it was known when it was exported, from `principals`.
    PRINCIPAL("principal"),
    /// What is declared of a world that is data, from `worlds`.
    WORLD("world"),
    /// A signed checkpoint, from `checkpoints`.
    CHECKPOINT("checkpoint"),
    /// An entry of `journal`.
    ENTRY("entry");

    private final String type;

    Kind(String type) {
      this.type = type;
    }

    /// The line's `type`.
    public String type() {
      return type;
    }
  }

  /// The first line. `fold` and `catalogue` are those of the build that exported, all its worlds
  /// together; `journal` says which offsets of each partition the entries come from.
  public record Header(
      String type,
      int v,
      Instant at,
      int fold,
      String catalogue,
      List<JournalSource.Extent> journal) {
    public Header {
      journal = List.copyOf(journal);
    }

    /// The header of an export of this version.
    public static Header of(Instant at, FoldRelease release, List<JournalSource.Extent> journal) {
      return new Header(HEADER, VERSION, at, release.fold(), release.catalogue(), journal);
    }
  }

  /// The tools of one world's release, whose hash is what envelopes call `catalogue`: SHA-256 over
  /// `policy`, the hash of the loop's own tools, and name and hashes of each world, as
  /// [FoldRelease] puts them together.
  public record CatalogueLine(
      String type, int fold, String catalogue, String policy, List<Tools> tools) {
    public CatalogueLine {
      tools = List.copyOf(tools);
    }

    /// The line of a release.
    public static CatalogueLine of(FoldRelease release, String policy, List<Tools> tools) {
      return new CatalogueLine(CATALOGUE, release.fold(), release.catalogue(), policy, tools);
    }
  }

  /// The tools of a world, its internal ones (`<world> internal`), or those of the loop itself
  /// (`loop`), as a model sees them.
  public record Tools(String of, String hash, List<ToolDeclaration> declarations) {
    public Tools {
      declarations = List.copyOf(declarations);
    }
  }

  /// The last line: how many entries of how many agents, the Merkle root over the agents' heads
  /// (see [Heads]), and the SHA-256 of all bytes before this line.
  public record End(String type, long entries, long agents, String heads, String sha256) {}
}
