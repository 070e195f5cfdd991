package dev.playloop.proving.mutate;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// A tree of one module with one class and its test, compiled.
final class TinyTree {
  private static final String CLASS =
      """
      package tiny;

      class Sum {
        static int of(int a, int b) {
          return a + b;
        }

        static int unseen() {
          return 7;
        }
      }
      """;
  private static final String TEST =
      """
      package tiny;

      import static org.assertj.core.api.Assertions.assertThat;

      import java.nio.file.Files;
      import java.nio.file.Path;
      import java.util.concurrent.CountDownLatch;
      import org.junit.jupiter.api.Test;
      import org.junit.jupiter.params.ParameterizedTest;
      import org.junit.jupiter.params.provider.ValueSource;

      class SumTest {
        @ParameterizedTest
        @ValueSource(ints = {3, 4})
        void adds(int a) {
          assertThat(Sum.of(a, 4)).isEqualTo(a + 4);
        }

        @Test
        void isRedAnyhow() {
          assertThat(Sum.of(1, 1)).isEqualTo(3);
        }

        @Test
        void readsTheWord() throws Exception {
          assertThat(SumTest.class.getResourceAsStream("/word.txt")).hasContent("hello");
          assertThat(Files.readString(Path.of("..", "README"))).isEqualTo("read me");
        }

        @Test
        void neverEnds() throws Exception {
          switch (Sum.unseen()) {
            case 8 -> new CountDownLatch(1).await();
            case 9 -> Runtime.getRuntime().halt(1);
            default -> {}
          }
        }
      }
      """;

  private TinyTree() {}

  static Built write(Path root) throws IOException {
    Path main = Files.createDirectories(root.resolve("m/src/main/java/tiny"));
    Path test = Files.createDirectories(root.resolve("m/src/test/java/tiny"));
    Path words = Files.createDirectories(root.resolve("m/src/main/resources"));
    Files.writeString(main.resolve("Sum.java"), CLASS);
    Files.writeString(test.resolve("SumTest.java"), TEST);
    Files.writeString(words.resolve("word.txt"), "hello");
    Files.writeString(root.resolve("README"), "read me");
    List<Path> libraries =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(path -> path.endsWith(".jar"))
            .map(Path::of)
            .toList();
    Built built = new Built(root, Map.of("m", libraries));
    Files.createDirectories(built.classes("m"));
    Files.createDirectories(built.testClasses("m"));
    Files.copy(words.resolve("word.txt"), built.classes("m").resolve("word.txt"));
    compiled(
        Compiler.compile(List.of(root.resolve("m/src/main/java")), libraries, built.classes("m")));
    compiled(
        Compiler.compile(
            List.of(root.resolve("m/src/test/java")),
            built.testClassPath("m"),
            built.testClasses("m")));
    return built;
  }

  private static void compiled(List<String> errors) {
    if (!errors.isEmpty()) {
      throw new IllegalStateException(String.join("\n", errors));
    }
  }

  /// This checkout.
  static Path repository() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("playloop"))) {
      folder = Objects.requireNonNull(folder.getParent(), "no folder above holds ./playloop");
    }
    return folder;
  }

  static String read(Path file) {
    try {
      return Files.isRegularFile(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<Path> sources(Path module, String name) {
    try (Stream<Path> files = Files.walk(module.resolve("src/test/java"))) {
      return files.filter(file -> file.endsWith(name)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
