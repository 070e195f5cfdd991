package dev.playloop.worlds.chain.evm;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.node.RpcValue;
import dev.playloop.worlds.chain.node.RpcWire;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ArrayNode;

/// An anvil, whose block 0 is the same each time, and what only it can be told. It ends with this
/// process in whatever way this one ends: a shell waits at a pipe that only this process holds. One
/// thread.
final class AnvilProcess implements AutoCloseable {
  static final int ACCOUNTS = 30;

  private static final Pattern LISTENS = Pattern.compile("Listening on (127\\.0\\.0\\.1:\\d{1,5})");
  private static final String SCRIPT =
      "exec 3<&0; \"$@\" </dev/null 3<&- & child=$!;"
          + " read -r _ <&3; kill -KILL \"$child\" 2>/dev/null; wait \"$child\"";
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final Process shell;
  private final URI rpc;
  private final RpcWire wire;

  private AnvilProcess(Process shell, URI rpc) {
    this.shell = shell;
    this.rpc = rpc;
    this.wire = RpcWire.to(rpc, LIMIT);
  }

  /// @param port 0: a free one
  /// @param onDemand whether blocks come only when they are asked for
  static AnvilProcess start(Path program, int port, boolean onDemand) {
    List<String> words =
        new ArrayList<>(
            List.of("sh", "-c", SCRIPT, "anvil", program.toString(), "--host", "127.0.0.1"));
    words.addAll(List.of("--port", String.valueOf(port)));
    words.addAll(List.of("--accounts", String.valueOf(ACCOUNTS), "--timestamp", "1700000000"));
    if (onDemand) {
      words.add("--no-mining");
    }
    try {
      Process shell = new ProcessBuilder(words).redirectErrorStream(true).start();
      return new AnvilProcess(shell, URI.create("http://" + listening(shell)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String listening(Process shell) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(shell.getInputStream(), StandardCharsets.UTF_8));
    List<String> said = new ArrayList<>();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Matcher found = LISTENS.matcher(line);
      if (found.find()) {
        drain(lines);
        return found.group(1);
      }
      said.add(line);
    }
    throw new IOException("anvil ended: " + String.join("\n", said));
  }

  /// So that it never waits for a reader.
  private static void drain(BufferedReader lines) {
    Thread.ofVirtual()
        .start(() -> {
          try (lines) {
            while (lines.readLine() != null) {
              // read on
            }
          } catch (IOException e) {
            // it has ended
          }
        });
  }

  URI rpc() {
    return rpc;
  }

  RpcValue ask(String method, Object... params) throws InterruptedException {
    ArrayNode list = Json.NODES.arrayNode();
    for (Object each : params) {
      list.addPOJO(each);
    }
    return wire.ask(method, Json.tree(Json.text(list)));
  }

  @Override
  public void close() {
    wire.close();
    try {
      shell.getOutputStream().close();
      if (!shell.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        shell.destroyForcibly();
      }
    } catch (IOException e) {
      shell.destroyForcibly();
    } catch (InterruptedException e) {
      shell.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
