package dev.playloop.fence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `null, null, null, 0` cannot be read: more than five arguments are given by name. There are no
/// exceptions.
class PositionalCallsTest {
  @TempDir private Path folder;

  @Test
  void nobodyPassesMoreThanFiveArgumentsByPosition() {
    House house = House.here();
    List<Calls.Call> calls =
        Calls.in(
            Stream.concat(house.mainSources().stream(), house.testSources().stream()).toList());
    assertThat(calls).as("calls of more than %d arguments by position", Calls.MOST).isEmpty();
  }

  @Test
  void aCallIsCountedWhereItIsOurs() throws IOException {
    Path source = folder.resolve("Six.java");
    Files.writeString(
        source,
        """
        record Six(int a, int b, int c, int d, int e, int f) {
          static final Six ZERO = new Six(0, 0, 0, 0, 0, 0);
          Six(int a) { this(a, 0, 0, 0, 0, 0); }
          static Six of(int a, int b, int c, int d, int e, int f) { return ZERO; }
          static void many(int... numbers) {}
        }
        class Calls {
          Six written = new Six(1, 2, 3, 4, 5, 6);
          Six made = Six.of(1, 2, 3, 4, 5, 6);
          java.util.List<Integer> library = java.util.List.of(1, 2, 3, 4, 5, 6);
          Calls(int a, int b, int c, int d, int e, int f) { Six.many(1, 2, 3, 4, 5, 6); }
          Calls() { this(1, 2, 3, 4, 5, 6); }
          static class More extends Calls { More() { super(1, 2, 3, 4, 5, 6); } }
        }
        enum Kind {
          ONE(1, 2, 3, 4, 5, 6);
          Kind(int a, int b, int c, int d, int e, int f) {}
        }
        """);

    assertThat(Calls.in(List.of(source)))
        .extracting(call -> call.line() + " " + call.callee())
        .containsExactly("8 Six", "9 of", "12 Calls", "13 Calls", "16 Kind");
  }
}
