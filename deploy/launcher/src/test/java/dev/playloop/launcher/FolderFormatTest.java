package dev.playloop.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.broker.Flush;
import dev.playloop.launcher.cli.Playloop;
import dev.playloop.schemas.topic.Topics;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A data folder says which format its journal has, before the journal has a record; one of another
/// format is refused before anything is started on it.
@Timeout(60) // a system that is not refused stays up
class FolderFormatTest {
  private static final String TOPIC = "playloop.journal";
  private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX, 3);

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"up society --data", "run society --data", "audit verify --data"})
  void aFolderOfTheFirstFormatIsRefused(String command) throws IOException {
    Files.createDirectories(folder.resolve("broker/playloop.journal-3"));
    Files.writeString(folder.resolve("broker/meta.properties"), "version=1\n");

    refused(command, "'" + folder + "': format 1; this build reads 2", "name a new folder");

    assertThat(names()).as("what is there").containsExactly("broker");
  }

  @Test
  void aFolderOfALaterFormatIsRefused() throws IOException {
    Files.writeString(folder.resolve("format.properties"), "# of a later build\njournal=3\n");

    refused("up society --data", "'" + folder + "': format 3; this build reads 2", "--data");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "journal=", "journal=two", "journal=0", "journal=2 ", "format=2"})
  void aMarkThatIsNoneIsToldWithItsField(String mark) throws IOException {
    Files.writeString(folder.resolve("format.properties"), mark);

    refused(
        "up society --data",
        "'" + folder.resolve("format.properties") + "': journal: expected the format's number",
        "put back what was there");
  }

  /// Whatever becomes of the broker: its first record comes behind the mark.
  @Test
  void theMarkIsThereBeforeTheBrokerStarts() throws IOException {
    Path broker = Files.createDirectories(folder.resolve("broker"));
    Files.writeString(broker.resolve("meta.properties"), "version=none of Kafka's\n");

    assertThatThrownBy(() ->
            LocalKafka.embedded(folder, new Topics(Topics.DEFAULT_PREFIX, 1), Flush.BY_SYSTEM))
        .isInstanceOf(UserProblem.class)
        .hasMessageContaining("the Kafka broker does not start");

    assertThat(folder.resolve("format.properties")).content().contains("\njournal=2\n");
  }

  @Test
  void aMarkedFolderIsOursWithItsJournal() throws IOException {
    FolderFormat.claim(folder, TOPICS);
    Files.createDirectories(folder.resolve("broker/playloop.journal-0"));

    FolderFormat.claim(folder, TOPICS);
    FolderFormat.require(folder, TOPIC);

    assertThat(names()).containsExactly("broker", "format.properties");
  }

  @Test
  void aFolderKeepsThePartitionsThatItsTopicsHave() throws IOException {
    assertThat(FolderFormat.partitions(folder)).as("a new one").isEqualTo(LocalOptions.PARTITIONS);
    FolderFormat.claim(folder, TOPICS);
    assertThat(FolderFormat.partitions(folder)).isEqualTo(3);

    Files.writeString(folder.resolve("format.properties"), "# of an earlier build\njournal=2\n");
    assertThat(FolderFormat.partitions(folder)).as("all had four").isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "1000", "two", "", "2 ", "2.5"})
  void partitionsThatAreNoNumberAreToldWithTheirField(String count) throws IOException {
    Files.writeString(folder.resolve("format.properties"), "journal=2\npartitions=" + count + "\n");

    refused(
        "up society --data",
        "'" + folder.resolve("format.properties") + "': partitions: expected the number",
        "put back what was there");
  }

  /// A process that was killed while it marked the folder.
  @Test
  void halfAMarkIsWrittenAnew() throws IOException {
    Files.writeString(folder.resolve(".format.properties"), "# The form");

    FolderFormat.require(folder, TOPIC);
    FolderFormat.claim(folder, TOPICS);

    assertThat(names()).containsExactly("format.properties");
    FolderFormat.require(folder, TOPIC);
  }

  @Test
  void otherTopicsAreNoJournal() throws IOException {
    Files.createDirectories(folder.resolve("broker/playloop.journal-x-0"));
    Files.createDirectories(folder.resolve("broker/other.playloop.journal-0"));
    Files.createDirectories(folder.resolve("broker/playloop.triggers-0"));

    FolderFormat.claim(folder, TOPICS);

    assertThat(folder.resolve("format.properties")).exists();
  }

  private void refused(String command, String problem, String next) {
    StringWriter err = new StringWriter();
    int code =
        Playloop.commandLine()
            .setOut(new PrintWriter(new StringWriter()))
            .setErr(new PrintWriter(err))
            .execute((command + " " + folder).split(" "));

    assertThat(code).as(err.toString()).isEqualTo(UserProblem.USAGE);
    assertThat(err.toString()).contains(problem, "Next: ", next).doesNotContain("bug");
  }

  private Stream<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList().stream();
    }
  }
}
