package dev.playloop.chaos.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/// What is done to the folder of a worker that is not running: its stores and small files torn, as
/// a kill, a bad disk or a person leaves them; or its disk full. Stateless.
public final class TornFolder {
  /// The device that takes no byte: whoever writes to it is told that there is no space left.
  private static final Path FULL = Path.of("/dev/full");

  /// What Streams writes into the folder of an application before anything else.
  private static final String FIRST_FILE = "kafka-streams-process-metadata";

  private static final int LONGEST_ZEROS = 100_000;
  private static final int NOISE = 200;
  private static final int GARBLED_ONE_OF = 64;

  private TornFolder() {}

  /// In what way files are torn.
  public enum Tear {
    EMPTY_FILES,
    ZEROED_FILES,
    HALF_FILES,
    GARBLED_FILES,
    NO_CHECKPOINT,
    NO_FILES
  }

  /// Tears about half of the files below `folder`, whichever the random source says, and leaves
  /// noise where the strikes of the role are counted.
  public static void tear(Path folder, List<String> strikes, Tear tear, Random random) {
    try {
      for (Path file : files(folder)) {
        if (random.nextBoolean()) {
          tear(file, tear, random);
        }
      }
      Files.createDirectories(folder);
      for (String name : strikes) {
        byte[] noise = new byte[random.nextInt(NOISE)];
        random.nextBytes(noise);
        Files.write(folder.resolve(name), noise);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("can't tear " + folder, e);
    }
  }

  private static void tear(Path file, Tear tear, Random random) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    switch (tear) {
      case EMPTY_FILES -> Files.write(file, new byte[0]);
      case ZEROED_FILES -> Files.write(file, new byte[Math.min(bytes.length, LONGEST_ZEROS)]);
      case HALF_FILES -> Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
      case GARBLED_FILES -> {
        for (int i = 0; i < bytes.length; i += 1 + random.nextInt(GARBLED_ONE_OF)) {
          bytes[i] ^= (byte) (1 + random.nextInt(255));
        }
        Files.write(file, bytes);
      }
      case NO_CHECKPOINT -> {
        if (file.getFileName().toString().startsWith(".checkpoint")) {
          Files.delete(file);
        }
      }
      case NO_FILES -> Files.delete(file);
    }
  }

  /// From now on the first file that an application writes at its start finds the disk full, and so
  /// does its count of strikes. Stands for a disk on which not even small files have room.
  static void fill(Path folder, List<String> applications) {
    try {
      for (String application : applications) {
        Files.createDirectories(folder.resolve(application));
        link(folder.resolve(application).resolve(FIRST_FILE));
        link(folder.resolve(application + ".suspects.next"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("can't fill " + folder, e);
    }
  }

  private static void link(Path file) throws IOException {
    Files.deleteIfExists(file);
    Files.createSymbolicLink(file, FULL);
  }

  /// There is room again.
  static void empty(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.filter(Files::isSymbolicLink).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (NoSuchFileException e) {
      // The worker has just removed it.
    } catch (IOException e) {
      throw new UncheckedIOException("can't make room in " + folder, e);
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
          .sorted()
          .toList();
    }
  }
}
