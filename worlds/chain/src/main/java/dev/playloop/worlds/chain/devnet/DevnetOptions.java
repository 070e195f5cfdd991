package dev.playloop.worlds.chain.devnet;

import dev.playloop.schemas.Require;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a devnet starts.
///
/// @param program the executable, as [DevnetBinary] finds it
/// @param port 0 takes a free one
/// @param seed which accounts it has: the same for the same seed
/// @param accounts how many accounts it has from its first block on, 1 to 255
/// @param dump where it writes each block and reads them from when it starts; null: all is gone
///   with the process
/// @param blocks when a block is made
@RecordBuilder
public record DevnetOptions(
    Path program, int port, int seed, int accounts, @Nullable Path dump, Blocks blocks)
    implements DevnetOptionsBuilder.With {
  private static final int MAX_PORT = 65_535;
  private static final int MAX_ACCOUNTS = 255;

  public DevnetOptions {
    Require.range("port", port, 0, MAX_PORT);
    Require.range("seed", seed, 0, Integer.MAX_VALUE);
    Require.range("accounts", accounts, 1, MAX_ACCOUNTS);
  }

  /// When a block is made.
  public sealed interface Blocks {
    /// One for each transaction.
    record EachTransaction() implements Blocks {}

    /// Only when [DevnetControl#createBlock] says so.
    record OnDemand() implements Blocks {}

    /// One after so many seconds.
    record Every(int seconds) implements Blocks {
      public Every {
        Require.range("seconds", seconds, 1, 86_400);
      }
    }
  }

  /// On a free port, with 10 accounts, a block for each transaction, and nothing kept.
  public static DevnetOptions of(Path program) {
    return new DevnetOptions(program, 0, 0, 10, null, new Blocks.EachTransaction());
  }

  /// The program and its arguments. States are kept for each block, so that a chain can be cut.
  List<String> command() {
    List<String> words =
        new ArrayList<>(
            List.of(
                program.toString(),
                "--host",
                "127.0.0.1",
                "--port",
                String.valueOf(port),
                "--seed",
                String.valueOf(seed),
                "--accounts",
                String.valueOf(accounts),
                "--state-archive-capacity",
                "full",
                "--block-generation-on",
                switch (blocks) {
                  case Blocks.EachTransaction() -> "transaction";
                  case Blocks.OnDemand() -> "demand";
                  case Blocks.Every(int seconds) -> String.valueOf(seconds);
                }));
    if (dump != null) {
      words.addAll(List.of("--dump-on", "block", "--dump-path", dump.toString()));
    }
    return words;
  }
}
