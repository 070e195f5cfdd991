package dev.playloop.worlds.emulator;

import dev.playloop.worlds.emulator.machine.Machine;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/// States and pictures in files on this machine.
final class StateFiles {
  private static final int PNG_SIGNATURE = 0x89504E47;
  private static final int PNG_BEGIN = 8;
  private static final int STATE_CHUNK = 0x67624173;
  private static final int STATE_MAX = 4 * 1024 * 1024;

  private StateFiles() {}

  /// False when the file can't be written.
  static boolean write(Path file, byte[] bytes) {
    try {
      Files.write(
          file,
          bytes,
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING,
          StandardOpenOption.WRITE,
          LinkOption.NOFOLLOW_LINKS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /// False when there is no such file, or it is no state of this machine.
  static boolean load(Path file, Machine machine) {
    try {
      return Files.isRegularFile(file)
          && Files.size(file) <= STATE_MAX
          && machine.load(unwrapped(Files.readAllBytes(file)));
    } catch (IOException e) {
      return false;
    }
  }

  /// mGBA's own files are pictures with the packed state in a chunk; others are the state itself.
  static byte[] unwrapped(byte[] file) {
    ByteBuffer in = ByteBuffer.wrap(file);
    if (file.length < PNG_BEGIN || in.getInt() != PNG_SIGNATURE) {
      return file;
    }
    in.position(PNG_BEGIN);
    while (in.remaining() >= 12) {
      int length = in.getInt();
      int type = in.getInt();
      if (length < 0 || length > in.remaining() - Integer.BYTES) {
        return file;
      }
      if (type == STATE_CHUNK) {
        return inflated(file, in.position(), length);
      }
      in.position(in.position() + length + Integer.BYTES);
    }
    return file;
  }

  private static byte[] inflated(byte[] file, int at, int length) {
    try (InflaterInputStream in =
        new InflaterInputStream(new ByteArrayInputStream(file, at, length))) {
      return in.readNBytes(STATE_MAX);
    } catch (ZipException damaged) {
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
