package dev.playloop.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The bytes of log segments by topic, as they lie in a broker's folder. Indexes do not count.
record LogBytes(Map<String, Long> byTopic) {
  LogBytes {
    byTopic = Map.copyOf(byTopic);
  }

  static LogBytes of(Path brokerDir) {
    Map<String, Long> bytes = new TreeMap<>();
    try (Stream<Path> partitions = Files.list(brokerDir)) {
      for (Path partition : partitions.filter(Files::isDirectory).toList()) {
        String name = partition.getFileName().toString();
        int dash = name.lastIndexOf('-');
        if (dash > 0) {
          bytes.merge(name.substring(0, dash), segments(partition), Long::sum);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("can't read " + brokerDir, e);
    }
    return new LogBytes(bytes);
  }

  /// What was written since `before`, by topic; only what grew.
  Map<String, Long> since(LogBytes before) {
    Map<String, Long> grown = new TreeMap<>();
    byTopic.forEach((topic, bytes) -> {
      long more = bytes - before.byTopic.getOrDefault(topic, 0L);
      if (more > 0) {
        grown.put(topic, more);
      }
    });
    return grown;
  }

  private static long segments(Path partition) throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.list(partition)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".log")).toList()) {
        bytes += Files.size(file);
      }
    } catch (NoSuchFileException e) {
      // A segment was deleted meanwhile.
      return bytes;
    }
    return bytes;
  }
}
