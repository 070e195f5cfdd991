package dev.playloop.worlds.postgres;

import io.zonky.test.db.postgres.embedded.PgBinaryResolver;
import io.zonky.test.db.postgres.util.ArchUtils;
import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// PostgreSQL's programs for this machine, unpacked once into a folder of this user's that nobody
/// else can enter: whoever gets there first could put programs of his own there, as in the
/// library's own choice below the system's temporary folder. One a JVM; safe for all threads.
final class PostgresPrograms implements PgBinaryResolver {
  static final PostgresPrograms OURS = new PostgresPrograms();

  /// The library's own setting, for its programs and for whatever else it puts somewhere.
  private static final String LIBRARYS_FOLDER = "ot.epg.working-dir";

  private volatile @Nullable Path unpacked;

  private PostgresPrograms() {}

  /// Before the library is asked for anything.
  static void claimFolder() throws IOException {
    if (System.getProperty(LIBRARYS_FOLDER) != null) {
      return;
    }
    String cache = System.getenv("XDG_CACHE_HOME");
    Path base =
        cache != null && cache.startsWith("/")
            ? Path.of(cache)
            : Path.of(System.getProperty("user.home"), ".cache");
    // The library lets everyone write into the folder that it is given: the one above is closed.
    Path closed = base.resolve("playloop");
    Set<PosixFilePermission> ours = PosixFilePermissions.fromString("rwx------");
    Files.createDirectories(closed, PosixFilePermissions.asFileAttribute(ours));
    Files.setPosixFilePermissions(closed, ours);
    System.setProperty(LIBRARYS_FOLDER, closed.resolve("postgres").toString());
  }

  /// Remembers where the library unpacks what it asks for: in a folder named by the archive's MD5.
  /// The first archive of the class path counts, as it would for a class: the library's own choice
  /// refuses to start where one jar is reached on two ways.
  @Override
  public InputStream getPgBinary(String system, String machine) throws IOException {
    String resource =
        "postgres-%s-%s.txz"
            .formatted(system.toLowerCase(Locale.ROOT), ArchUtils.normalize(machine));
    try (InputStream archive =
        PostgresPrograms.class.getClassLoader().getResourceAsStream(resource)) {
      if (archive == null) {
        throw new FileNotFoundException("no jar here has PostgreSQL for this machine, " + resource);
      }
      byte[] bytes = archive.readAllBytes();
      String name =
          "PG-" + HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
      unpacked = Path.of(System.getProperty(LIBRARYS_FOLDER)).resolve(name);
      return new ByteArrayInputStream(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK has no MD5", e);
    }
  }

  /// A command that runs one of them, as another user where this one is root, whom PostgreSQL
  /// refuses. Only after the library has unpacked them.
  List<String> command(String program, List<String> arguments) {
    Path folder = unpacked;
    Path file = folder == null ? null : folder.resolve("bin").resolve(program);
    if (file == null || !Files.isExecutable(file)) {
      throw new UncheckedIOException(
          new IOException("PostgreSQL's '" + program + "' is not there"));
    }
    List<String> command = new ArrayList<>();
    if (LinuxUtils.isUnshareAvailable()) {
      command.addAll(List.of("unshare", "-U"));
    }
    command.add(file.toString());
    command.addAll(arguments);
    return command;
  }
}
