package dev.playloop.proving.pack;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// Libraries for other machines than the one that an image is for: three jars bring those of all
/// machines, which is most of their bytes. An image runs on Linux with glibc.
///
/// @param architecture as containers name it
record ForeignNatives(String architecture) {
  /// The jars that are made anew, by the beginning of their names.
  static final List<String> JARS = List.of("rocksdbjni-", "sqlite-jdbc-", "zstd-jni-");

  /// Of no time zone.
  private static final LocalDateTime STAMP = LocalDateTime.of(1980, 1, 1, 0, 0);

  private static final Pattern NATIVE = Pattern.compile(".*\\.(so|dll|dylib|jnilib)");
  private static final Pattern AMD64 =
      Pattern.compile(
          "librocksdbjni-linux64\\.so|linux/amd64/.*|org/sqlite/native/Linux/x86_64/.*");
  private static final Pattern ARM64 =
      Pattern.compile(
          "librocksdbjni-linux-aarch64\\.so|linux/aarch64/.*|org/sqlite/native/Linux/aarch64/.*");

  static boolean isIn(Path jar) {
    String name = String.valueOf(jar.getFileName());
    return JARS.stream().anyMatch(name::startsWith);
  }

  /// Takes them out of a jar; the same jar becomes the same bytes. Throws [CannotPackException]
  /// where it would have no library left.
  void leave(Path jar) throws IOException {
    Pattern own = architecture.equals("arm64") ? ARM64 : AMD64;
    Path half = jar.resolveSibling(jar.getFileName() + ".half");
    int kept = 0;
    try (ZipFile whole = new ZipFile(jar.toFile());
        OutputStream file = Files.newOutputStream(half);
        ZipOutputStream out = new ZipOutputStream(file)) {
      for (ZipEntry entry : Collections.list(whole.entries())) {
        boolean isNative = NATIVE.matcher(entry.getName()).matches();
        if (isNative && !own.matcher(entry.getName()).matches()) {
          continue;
        }
        kept += isNative ? 1 : 0;
        ZipEntry same = new ZipEntry(entry.getName());
        same.setTimeLocal(STAMP);
        out.putNextEntry(same);
        try (InputStream in = whole.getInputStream(entry)) {
          in.transferTo(out);
        }
      }
    }
    if (kept == 0) {
      Files.delete(half);
      throw new CannotPackException(
          jar.getFileName() + " has no library for Linux on " + architecture);
    }
    Files.move(half, jar, StandardCopyOption.REPLACE_EXISTING);
  }
}
