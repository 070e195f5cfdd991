package dev.playloop.proving.pack;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.jspecify.annotations.Nullable;

/// A `.tar.gz` whose bytes follow from its entries alone: they are sorted, belong to nobody, and
/// have one time. Used by one thread; the entries' files are read while it is written.
final class Tarball {
  private static final int PLAIN = 0100644;
  private static final int PROGRAM = 0100755;

  /// What lies at a place.
  private sealed interface Entry {
    record Text(String text) implements Entry {}

    record Copy(Path file, int mode) implements Entry {}

    record Link(String target) implements Entry {}
  }

  private final String folder;
  private final Instant time;
  private final SortedMap<String, Entry> entries = new TreeMap<>();

  /// @param folder in which all of it lies
  /// @param time of every entry
  Tarball(String folder, Instant time) {
    this.folder = folder;
    this.time = time;
  }

  void file(String name, Path file) {
    entries.put(name, new Entry.Copy(file, PLAIN));
  }

  /// A file that may be run.
  void program(String name, Path file) {
    entries.put(name, new Entry.Copy(file, PROGRAM));
  }

  void text(String name, String text) {
    entries.put(name, new Entry.Text(text));
  }

  /// @param target as it is seen from the link's own folder
  void link(String name, String target) {
    entries.put(name, new Entry.Link(target));
  }

  /// The file is there when it is whole.
  void write(Path file) throws IOException {
    Path half = file.resolveSibling(file.getFileName() + ".half");
    try {
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(half));
          // Nearly all of it is jars, which no level makes smaller.
          Gzip gzip = new Gzip(out);
          TarArchiveOutputStream tar =
              new TarArchiveOutputStream(gzip, StandardCharsets.UTF_8.name())) {
        tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
        for (Map.Entry<String, Entry> entry : entries.entrySet()) {
          put(tar, folder + "/" + entry.getKey(), entry.getValue());
        }
      }
      Files.move(half, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(half);
    }
  }

  /// Copies entries that are no links to where they are wanted.
  ///
  /// @param place of a name; null where it is not wanted
  void spread(Function<String, @Nullable Path> place) throws IOException {
    for (Map.Entry<String, Entry> entry : entries.entrySet()) {
      Path file = place.apply(entry.getKey());
      if (file == null) {
        continue;
      }
      Files.createDirectories(file.toAbsolutePath().getParent());
      switch (entry.getValue()) {
        case Entry.Text(String text) -> Files.writeString(file, text);
        case Entry.Copy(Path from, _) -> Files.copy(from, file);
        case Entry.Link _ -> {} // of the pages
      }
    }
  }

  private void put(TarArchiveOutputStream tar, String name, Entry entry) throws IOException {
    switch (entry) {
      case Entry.Link(String target) -> {
        TarArchiveEntry header = new TarArchiveEntry(name, TarConstants.LF_SYMLINK);
        header.setLinkName(target);
        begin(tar, header, 0120777);
      }
      case Entry.Text(String text) -> {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        TarArchiveEntry header = new TarArchiveEntry(name);
        header.setSize(bytes.length);
        begin(tar, header, PLAIN);
        tar.write(bytes);
      }
      case Entry.Copy(Path file, int mode) -> {
        TarArchiveEntry header = new TarArchiveEntry(name);
        header.setSize(Files.size(file));
        begin(tar, header, mode);
        try (InputStream in = Files.newInputStream(file)) {
          in.transferTo(tar);
        }
      }
    }
    tar.closeArchiveEntry();
  }

  private void begin(TarArchiveOutputStream tar, TarArchiveEntry header, int mode)
      throws IOException {
    header.setMode(mode);
    header.setIds(0, 0);
    header.setNames("", "");
    header.setLastModifiedTime(FileTime.from(time));
    tar.putArchiveEntry(header);
  }

  /// The JDK's, whose header names neither time nor file.
  private static final class Gzip extends GZIPOutputStream {
    Gzip(OutputStream out) throws IOException {
      super(out, 1 << 16);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }
}
