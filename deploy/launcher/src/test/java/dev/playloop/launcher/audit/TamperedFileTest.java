package dev.playloop.launcher.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.audit.Audit;
import dev.playloop.audit.AuditQuestion;
import dev.playloop.audit.AuditReport;
import dev.playloop.audit.ExportCheck;
import dev.playloop.audit.ExportFile;
import dev.playloop.audit.ExportFormat;
import dev.playloop.audit.ExportWriter;
import dev.playloop.audit.InvalidExportException;
import dev.playloop.audit.JournalRecord;
import dev.playloop.audit.JournalSource.Extent;
import dev.playloop.audit.evidence.Evidence;
import dev.playloop.audit.evidence.Verifying;
import dev.playloop.journal.FoldRelease;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.seal.KeyRing;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// G7 on the bytes of an export: no change of what stands beside the entries goes unseen, and none
/// by one who does not know the format.
@Tag("slow")
class TamperedFileTest {
  private static final long SEED = 20261121L;

  private static final int BYTES = 1_500;

  private static byte[] file = {};

  @BeforeAll
  static void read() throws IOException {
    file = Files.readAllBytes(GoldenJournals.all().getLast());
  }

  /// What stands beside the entries, changed by one who makes the last line anew.
  @SuppressWarnings("ImmutableEnumChecker") // the functions hold nothing
  enum Part {
    NOTHING(lines -> lines),
    A_TOOL(
        lines -> changed(lines, "\"type\":\"catalogue\"", "State or replace", "Stale or replace")),
    A_CATALOGUE_REMOVED(lines -> without(lines, "\"type\":\"catalogue\"")),
    A_CONFIG(
        lines -> changed(lines, "\"type\":\"agent\"", "enabled\\\":true", "enabled\\\\\":false")),
    A_CONFIG_IN_A_FIELD_NOBODY_READS(
        lines -> changed(lines, "\"type\":\"agent\"", "tenant\\\"", "uenant\\\\\"")),
    A_CONFIGS_NUMBER_THAT_NO_PARSER_TAKES(lines ->
        changed(lines, "\"type\":\"agent\"", "enabled\\\":true", "enabled\\\\\":1e-99999999999")),
    A_CATALOGUES_NUMBER_THAT_NO_PARSER_TAKES(
        lines -> changed(lines, "\"type\":\"catalogue\"", "\"fold\":1", "\"fold\":1e-99999999999")),
    A_CONFIG_REMOVED(lines -> without(lines, "\"type\":\"agent\"")),
    A_CONFIGS_PLACE(lines -> changed(lines, "\"type\":\"agent\"", "\"offset\":0", "\"offset\":7")),
    THE_HEADERS_FOLD(lines -> changed(lines, "\"type\":\"export\"", "\"fold\":1", "\"fold\":2")),
    THE_HEADERS_CATALOGUE(
        lines -> changed(lines, "\"type\":\"export\"", "\"catalogue\":\"", "\"catalogue\":\"0")),
    A_PAYLOAD_REMOVED(lines -> matched(lines, ",\"salt\":.*\\}$", "}")),
    A_KEY_NAMED(lines -> matched(lines, ",\"value\":", ",\"sealedBy\":\"k1\"$0"));

    private final UnaryOperator<List<String>> forge;

    Part(UnaryOperator<List<String>> forge) {
      this.forge = forge;
    }

    private static List<String> changed(List<String> lines, String of, String from, String to) {
      return once(lines, of, line -> line.replaceFirst(Pattern.quote(from), to));
    }

    private static List<String> matched(List<String> lines, String from, String to) {
      return once(lines, "\"type\":\"entry\"", line -> line.replaceFirst(from, to));
    }

    private static List<String> once(List<String> lines, String of, UnaryOperator<String> change) {
      List<String> changed = new ArrayList<>(lines);
      for (int i = 0; i < changed.size(); i++) {
        String now = changed.get(i).contains(of) ? change.apply(changed.get(i)) : changed.get(i);
        if (!now.equals(changed.set(i, now))) {
          return changed;
        }
      }
      throw new AssertionError("nothing was changed");
    }

    private static List<String> without(List<String> lines, String of) {
      List<String> rest = new ArrayList<>(lines);
      for (String line : lines) {
        if (line.contains(of)) {
          rest.remove(line);
          return rest;
        }
      }
      throw new AssertionError("nothing was removed");
    }
  }

  @ParameterizedTest
  @EnumSource(Part.class)
  void whatStandsBesideTheEntriesIsWhatTheChainSays(Part part, @TempDir Path folder)
      throws IOException {
    List<String> lines = new ArrayList<>(new String(file, StandardCharsets.UTF_8).lines().toList());
    String end = lines.removeLast();
    String all = String.join("\n", part.forge.apply(lines)) + "\n";
    Path forged =
        Files.writeString(
            folder.resolve("forged.jsonl"),
            all
                + end.replaceFirst(
                    "\"sha256\":\"[0-9a-f]*\"", "\"sha256\":\"" + Sha256.hex(all) + "\"")
                + "\n");

    StringWriter said = new StringWriter();
    boolean holds;
    try (Evidence evidence = Evidence.ofFile(forged)) {
      holds =
          new VerifiedText(new PrintWriter(said))
              .tell(new Verifying(ThisBuild.fold(Map.of()), AuditQuestion.ALL).of(evidence));
    } catch (InvalidExportException e) {
      holds = false;
    }
    assertThat(holds).as(said.toString()).isEqualTo(part == Part.NOTHING);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"n\":1e-99999999999}", "\ud83d\ude00\n", "\u00ff\u00fe", ""})
  void aRecordThatNoParserTakesIsExportedAsItIs(String text) throws IOException {
    // Some of these are text in UTF-8, and some are none.
    byte[] value =
        text.getBytes(text.length() == 2 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
    JournalRecord record = JournalRecord.plain(0, 1, 1, "society/ada", value);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ExportWriter writer =
        new ExportWriter(
            bytes,
            ExportFormat.Header.of(
                Instant.EPOCH, new FoldRelease(1, "0".repeat(64)), List.of(new Extent(0, 0, 9))));
    writer.record(ExportFormat.Kind.AGENT, record);
    var _ = writer.end();

    byte[] written = bytes.toByteArray();
    List<JournalRecord> read = new ArrayList<>();
    try (ExportFile export = ExportFile.open("exported", () -> new ByteArrayInputStream(written))) {
      export.read((_, it) -> read.add(it), _ -> {});
    }
    assertThat(read).singleElement().extracting(JournalRecord::value).isEqualTo(value);
  }

  /// Whoever does not know the format: any byte of the file, the last line included.
  @Test
  void anyByteOfTheFileCounts() throws IOException {
    Random random = new Random(SEED);
    for (int i = 0; i < BYTES; i++) {
      byte[] changed = file.clone();
      int at = random.nextInt(changed.length);
      changed[at] = (byte) (changed[at] ^ (1 << random.nextInt(7)));
      assertThat(isSeen(changed)).as("seed %d, round %d: byte %d", SEED, i, at).isTrue();
    }
  }

  @Test
  void aFileThatIsCutIsRefused() throws IOException {
    Random random = new Random(SEED);
    for (int i = 0; i < 200; i++) {
      int length = random.nextInt(file.length);
      assertThat(isSeen(Arrays.copyOf(file, length))).as("cut at %d", length).isTrue();
    }
  }

  /// Header, catalogue and end; what is a record of a topic has its own tests.
  @Test
  void aFieldThatIsLeftOutOrNullRefusesTheFileAndIsNamed() {
    List<String> lines = new String(file, StandardCharsets.UTF_8).lines().toList();
    for (int line : new int[] {0, 1, lines.size() - 1}) {
      JsonNode whole = Json.tree(lines.get(line));
      for (String path : fields(whole, "").toList()) {
        String field = path.substring(path.lastIndexOf('/') + 1);
        ObjectNode without = whole.deepCopy().asObject();
        without.at(path.substring(0, path.lastIndexOf('/'))).asObject().remove(field);
        refused(lines, line, without, field);
        if (!field.equals("parameters")) { // any JSON
          ObjectNode empty = whole.deepCopy().asObject();
          empty.at(path.substring(0, path.lastIndexOf('/'))).asObject().putNull(field);
          refused(lines, line, empty, field);
        }
      }
    }
  }

  private static Stream<String> fields(JsonNode node, String path) {
    return node.isArray()
        ? fields(node.path(0), path + "/0")
        : node.propertyStream()
            .flatMap(field -> {
              String name = path + "/" + field.getKey();
              return field.getKey().equals("parameters")
                  ? Stream.of(name)
                  : Stream.concat(Stream.of(name), fields(field.getValue(), name));
            });
  }

  private static void refused(List<String> lines, int line, ObjectNode with, String field) {
    List<String> changed = new ArrayList<>(lines);
    changed.set(line, Json.text(with));
    byte[] bytes = (String.join("\n", changed) + "\n").getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> read(bytes))
        .as("line %d: %s", line, with)
        .isInstanceOfSatisfying(
            InvalidExportException.class, e -> assertThat(e.field()).endsWith(field));
  }

  /// As `audit verify` looks: no hash of the file covers its last line, only the audit checks it.
  private static boolean isSeen(byte[] changed) throws IOException {
    try {
      ExportFile.Ending ending = read(changed);
      return ending == null || !ending.isAsWritten() || differs(changed);
    } catch (InvalidExportException e) {
      return true;
    }
  }

  private static boolean differs(byte[] changed) throws IOException {
    try (ExportFile export = ExportFile.open("changed", () -> new ByteArrayInputStream(changed))) {
      AuditReport report =
          new Audit(ThisBuild.fold(Map.of()).verifier(KeyRing.NONE), AuditQuestion.ALL).of(export);
      return !ExportCheck.differences(export, report).isEmpty();
    }
  }

  private static ExportFile.@Nullable Ending read(byte[] bytes) throws IOException {
    try (ExportFile export = ExportFile.open("changed", () -> new ByteArrayInputStream(bytes))) {
      export.read(_ -> {});
      return export.ending();
    }
  }
}
