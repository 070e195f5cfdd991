package dev.playloop.launcher;

import dev.playloop.schemas.Printable;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.topic.Topics;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Which format the journal of a data folder has, and how many partitions its topics: the file
/// `format.properties` in it says so. It is on the disk before the broker starts, so a journal
/// without it was written by a build that knew format 1 only, and entries of two formats never
/// share a chain. Stateless; any thread.
public final class FolderFormat {
  private static final String FILE = "format.properties";
  private static final int FIRST = 1;
  private static final Pattern MARK = Pattern.compile("(?m)^journal=([1-9]\\d{0,8})$");
  private static final Pattern SPREAD = Pattern.compile("(?m)^partitions=([1-9]\\d{0,2})$");

  /// What topics had before folders said how many.
  private static final int ONCE = 4;

  private FolderFormat() {}

  /// Throws [UserProblem] where the folder has a journal of another format, and writes nothing.
  /// `topic` is the journal's name.
  static void require(Path data, String topic) {
    try {
      Path mark = data.resolve(FILE);
      if (Files.exists(mark)) {
        requireOurs(data, marked(mark));
      } else if (hasJournal(data.resolve("broker"), topic)) {
        requireOurs(data, FIRST);
      }
    } catch (IOException e) {
      throw unusable(data, e);
    }
  }

  /// The same, and marks a folder that has no journal yet. Call it while no broker runs there.
  static void claim(Path data, Topics topics) {
    require(data, topics.journal().name());
    Path mark = data.resolve(FILE);
    if (Files.exists(mark)) {
      return;
    }
    Path whole = data.resolve("." + FILE);
    OwnFiles.write(
        whole,
        "# The format of the journal in this folder. Don't change it: it does not convert.\n"
            + ("journal=" + JournalEntry.VERSION + "\n")
            + ("partitions=" + topics.partitions() + "\n"));
    try {
      force(whole, StandardOpenOption.WRITE);
      Files.move(whole, mark, StandardCopyOption.ATOMIC_MOVE);
      // Else the name could be lost with the power, and the journal behind it not.
      force(data, StandardOpenOption.READ);
    } catch (IOException e) {
      throw unusable(data, e);
    }
  }

  /// How many partitions the topics in this folder have, or would get.
  public static int partitions(Path data) {
    Path mark = data.resolve(FILE);
    try {
      if (!Files.exists(mark)) {
        return LocalOptions.PARTITIONS;
      }
      String text = Files.readString(mark);
      Matcher line = SPREAD.matcher(text);
      if (line.find()) {
        return Integer.parseInt(line.group(1));
      }
      if (text.contains("partitions")) {
        throw UserProblem.usage(
            "'%s': partitions: expected the number of the topics' partitions, 1 to 999, got %s"
                .formatted(mark, Printable.line(text.strip())),
            "put back what was there, or name another folder with --data.");
      }
      return ONCE;
    } catch (IOException e) {
      throw unusable(data, e);
    }
  }

  private static int marked(Path mark) throws IOException {
    String text = Files.readString(mark);
    Matcher line = MARK.matcher(text);
    if (!line.find()) {
      throw UserProblem.usage(
          "'%s': journal: expected the format's number, got %s"
              .formatted(mark, text.isBlank() ? "nothing" : Printable.line(text.strip())),
          "put back what was there, or name another folder with --data.");
    }
    return Integer.parseInt(line.group(1));
  }

  private static void requireOurs(Path data, int format) {
    if (format != JournalEntry.VERSION) {
      throw UserProblem.usage(
          "the journal in the data folder '%s': format %d; this build reads %d"
              .formatted(data, format, JournalEntry.VERSION),
          "name a new folder with --data; the release that wrote this one still reads it.");
    }
  }

  /// Whether the broker has made a partition of it, with or without a record.
  private static boolean hasJournal(Path broker, String topic) throws IOException {
    Pattern partition = Pattern.compile(Pattern.quote(topic) + "-\\d+");
    try (DirectoryStream<Path> logs = Files.newDirectoryStream(broker)) {
      for (Path log : logs) {
        if (partition.matcher(log.getFileName().toString()).matches()) {
          return true;
        }
      }
      return false;
    } catch (NoSuchFileException | NotDirectoryException e) {
      return false; // a new one, or none: then OwnFiles says so
    }
  }

  private static void force(Path path, StandardOpenOption as) throws IOException {
    try (FileChannel channel = FileChannel.open(path, as)) {
      channel.force(true);
    }
  }

  private static UserProblem unusable(Path data, IOException e) {
    return UserProblem.environment(
        "can't tell or mark the format of the data folder '" + data + "': " + e.getMessage(),
        "choose another folder with --data, or mend this one's rights.",
        e);
  }
}
