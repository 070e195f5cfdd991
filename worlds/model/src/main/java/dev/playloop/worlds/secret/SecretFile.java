package dev.playloop.worlds.secret;

import dev.playloop.worlds.model.CannotOpenWorld;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/// A file whose content nobody but its owner may read. What it holds is in no message.
public final class SecretFile {
  private static final int MAX_BYTES = 4_096;
  private static final Set<PosixFilePermission> OWNERS =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  private SecretFile() {}

  /// The whole content, which the caller overwrites. Throws [CannotOpenWorld].
  ///
  /// @param what it is, for messages: "the key"
  public static byte[] read(String what, Path file) {
    byte[] bytes = new byte[MAX_BYTES + 1];
    try {
      demandPlain(what, file);
      demandOwner(what, file);
      int length = fill(file, bytes);
      if (length > MAX_BYTES) {
        throw CannotOpenWorld.setting(
            what + " in " + file + " has more than " + MAX_BYTES + " bytes",
            "Name the file of one secret.");
      }
      return Arrays.copyOf(bytes, length);
    } catch (NoSuchFileException e) {
      throw CannotOpenWorld.setting(
          what + " should be in " + file + ", and no file is there",
          "Put it there, and let only its owner read it: chmod 600 " + file);
    } catch (IOException e) {
      throw CannotOpenWorld.setting(
          what + " in " + file + " can't be read: " + e.getClass().getSimpleName(),
          "Let the owner of this process read it: chmod 600 " + file);
    } finally {
      Arrays.fill(bytes, (byte) 0);
    }
  }

  /// A pipe would make everybody wait.
  private static void demandPlain(String what, Path file) {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw CannotOpenWorld.setting(
          what + " should be in " + file + ", which is no plain file",
          "Name the file of one secret.");
    }
  }

  private static void demandOwner(String what, Path file) throws IOException {
    Set<PosixFilePermission> permissions;
    try {
      permissions = Files.getPosixFilePermissions(file);
    } catch (UnsupportedOperationException e) {
      throw CannotOpenWorld.setting(
          what + " in " + file + " lies where files have no owner's rights",
          "Move it to a file system that has them.");
    }
    if (!OWNERS.containsAll(permissions)) {
      throw CannotOpenWorld.setting(
          what + " in " + file + " can be read by others than its owner",
          "Let nobody else read it: chmod 600 "
              + file
              + "; then take it for known, and change it.");
    }
  }

  private static int fill(Path file, byte[] bytes) throws IOException {
    ByteBuffer into = ByteBuffer.wrap(bytes);
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      while (into.hasRemaining() && channel.read(into) >= 0) {
        // read on
      }
    }
    return into.position();
  }
}
