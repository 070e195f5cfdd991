package dev.playloop.audit;

import dev.playloop.audit.ExportFormat.CatalogueLine;
import dev.playloop.audit.ExportFormat.Kind;
import dev.playloop.journal.Entry;
import dev.playloop.journal.FoldRelease;
import dev.playloop.journal.Given;
import dev.playloop.journal.JournalReader.Read;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.journal.JournalEntry.Body;
import dev.playloop.schemas.journal.JournalEntry.Envelope;
import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/// Compares what stands beside the entries of an export with what the chain says of it: each
/// agent's config with the one that was folded last, and header and tools with those of the release
/// whose hash the entries name, where that is this build. Reads along with an audit of all agents;
/// holds each agent's newest config. Used by one thread.
public final class ExportParts implements Audit.Companion {
  private static final Set<String> CONFIGS =
      Set.of(Given.Kind.CONFIG_CHANGED.text(), Given.Kind.CONFIG_REMOVED.text());

  private final FoldRelease build;
  private final List<CatalogueLine> own;
  private final Map<String, Told> configs = new HashMap<>();
  private final Set<String> catalogues = new HashSet<>();
  private int notCompared;

  /// @param build this build, with all its worlds, as a header names it
  /// @param own the catalogue lines that this build writes
  public ExportParts(FoldRelease build, List<CatalogueLine> own) {
    this.build = build;
    this.own = List.copyOf(own);
  }

  /// What the chain says of a config. `input` names the record that it came in, null where only a
  /// snapshot tells; `config` is null where it can't be read, missing where the agent was deleted.
  private record Told(@Nullable String input, @Nullable JsonNode config) {}

  @Override
  public void take(JournalRecord record, Read read) {
    Envelope envelope = read.envelope();
    catalogues.add(envelope.catalogue());
    boolean snapshot = envelope.kind().equals(Entry.SNAPSHOT);
    boolean config = CONFIGS.contains(envelope.kind());
    if (config || (snapshot && !configs.containsKey(record.key()))) {
      configs.put(record.key(), new Told(config ? envelope.input() : null, config(read, snapshot)));
    }
  }

  private static @Nullable JsonNode config(Read read, boolean snapshot) {
    try {
      Body body = read.body();
      if (body == null) {
        return null;
      }
      boolean removed = read.envelope().kind().equals(Given.Kind.CONFIG_REMOVED.text());
      return snapshot
          ? body.input().at("/state/config")
          : removed ? MissingNode.getInstance() : body.input();
    } catch (InvalidValueException e) {
      return null; // the audit has its own word on it
    }
  }

  /// How many configs could not be compared, since their entries can't be read; after
  /// [#differences].
  public int notCompared() {
    return notCompared;
  }

  /// What differs, in words; call when the audit has read all of `file`.
  public List<String> differences(ExportFile file) {
    List<String> differences = new ArrayList<>();
    List<CatalogueLine> lines = new ArrayList<>();
    Set<String> agents = new HashSet<>();
    file.read(
        (kind, record) -> {
          if (kind == Kind.AGENT && agents.add(record.key())) {
            config(record, differences);
          }
        },
        lines::add);
    configs.forEach((agent, told) -> {
      JsonNode config = told.config();
      if (config != null && config.isObject() && !agents.contains(agent)) {
        differences.add("the config of " + agent + " is missing; its journal has one");
      }
    });
    tools(file.header(), lines, differences);
    return differences;
  }

  private void config(JournalRecord line, List<String> differences) {
    Told told = configs.get(line.key());
    if (told == null) {
      differences.add("the config of " + line.key() + ": no entry of the journal tells of it");
      return;
    }
    String at = "-" + line.partition() + "-" + line.offset();
    if (told.input() != null && !told.input().endsWith(at)) {
      differences.add(
          "the config of "
              + line.key()
              + " is record "
              + at.substring(1)
              + ", the one that was folded last "
              + told.input());
    }
    JsonNode config = told.config();
    if (config == null) {
      notCompared++;
    } else if (!isSame(line.value(), config, told.input() == null)) {
      differences.add("the config of " + line.key() + " is not the one that its journal tells");
    }
  }

  /// A snapshot holds a config as it was read, an entry as it was written.
  private static boolean isSame(byte[] line, JsonNode config, boolean read) {
    try {
      return read
          ? Json.LOG
              .treeToValue(config, AgentConfig.class)
              .equals(Json.read(line, AgentConfig.class))
          : CheckedJson.of(line, Edge.KEPT).tree().equals(config);
    } catch (InvalidValueException | tools.jackson.core.JacksonException e) {
      return false;
    }
  }

  /// Lines and a header of another release only that one can tell.
  private void tools(
      ExportFormat.Header header, List<CatalogueLine> lines, List<String> differences) {
    Map<String, CatalogueLine> known = new HashMap<>();
    own.forEach(line -> known.put(line.catalogue(), line));
    Set<String> missing = new HashSet<>(catalogues);
    missing.retainAll(known.keySet());
    boolean ours = lines.size() == own.size();
    for (CatalogueLine line : lines) {
      CatalogueLine same = known.get(line.catalogue());
      missing.remove(line.catalogue());
      ours &= same != null;
      if (line.fold() != header.fold()) {
        differences.add(
            "the header says fold " + header.fold() + ", the line of a catalogue " + line.fold());
      }
      if (same != null && !Json.text(line).equals(Json.text(same))) {
        differences.add(
            "the tools of catalogue " + line.catalogue() + " are not those of its hash");
      }
    }
    missing.forEach(catalogue ->
        differences.add("the tools of catalogue " + catalogue + " are missing; entries name it"));
    if (ours != header.catalogue().equals(build.catalogue())) {
      differences.add(
          "the header says catalogue "
              + header.catalogue()
              + ", which is not that of the tools in the file");
    }
  }
}
