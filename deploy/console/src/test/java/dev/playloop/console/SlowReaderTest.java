package dev.playloop.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.console.source.FileJournal;
import dev.playloop.http.EdgeLimits;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Readers of the stream who take nothing of it.
@Tag("slow")
class SlowReaderTest extends ConsoleCase {
  private static final int SILENT = 7;

  /// More than sockets hold on their way.
  private static final int TIMES = 1_200;

  /// Whoever takes nothing for so long is cut off, and so is who reads all of it too slowly.
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final long MOST_HEAP = 64L << 20;

  private final List<Socket> silent = new ArrayList<>();

  /// Asks for the stream from its beginning, and never reads.
  private void open(Tab tab) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4_096);
    socket.connect(new InetSocketAddress(tab.at().getHost(), tab.at().getPort()));
    socket
        .getOutputStream()
        .write(
            ("GET /api/live?from="
                    + place(0)
                    + " HTTP/1.1\r\nHost: "
                    + tab.at().getAuthority()
                    + "\r\nCookie: "
                    + tab.cookie()
                    + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
    silent.add(socket);
  }

  private static long heap() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /// How many may still be opened by one person: those who were cut off have left their places.
  private boolean isFree(Tab tab) {
    try {
      HttpResponse<Stream<String>> answer =
          http.send(tab.to("/api/live").build(), BodyHandlers.ofLines());
      answer.body().close();
      return answer.statusCode() == 200;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whoNeverReadsHoldsNoMemoryAndHindersNobody() throws Exception {
    Path export = folder.resolve("grown.jsonl");
    GrownExport.write(export, JOURNAL, TIMES);
    ConsoleOptions usual = options(Scope.read("*"));
    EdgeLimits limits =
        EdgeLimits.standard().withTimes(PATIENCE, Duration.ofSeconds(20), Duration.ofSeconds(60));
    ConsoleOptions options = usual.with().edge(usual.edge().withLimits(limits)).build();
    try (Console console = Console.open(options, FileJournal.of(export), () -> FOLD)) {
      assertThat(console.awaitLoaded(Duration.ofMinutes(2))).isTrue();
      Tab tab = tab(console);
      long entries = tab.json("/api/now").path("entries").asLong();
      assertThat(entries).isGreaterThan(30_000);
      long before = heap();
      for (int i = 0; i < SILENT; i++) {
        open(tab);
      }

      // Another one meanwhile, in the last place that there is.
      assertThat(entriesRead(tab, entries)).isEqualTo(entries);
      assertThat(tab.get("/api/now").statusCode()).isEqualTo(200);
      assertThat(heap() - before).as("bytes held for who reads nothing").isLessThan(MOST_HEAP);

      // They are cut off, and their places free again: of eight there is none left otherwise.
      Await.until("the silent are cut off", () -> cut() == SILENT);
      assertThat(isFree(tab)).isTrue();
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
  }

  private long entriesRead(Tab tab, long entries) throws Exception {
    long read = 0;
    HttpResponse<Stream<String>> answer =
        http.send(
            tab.to("/api/live").header("Last-Event-ID", place(0)).build(), BodyHandlers.ofLines());
    assertThat(answer.statusCode()).isEqualTo(200);
    try (Stream<String> lines = answer.body()) {
      var each = lines.iterator();
      while (read < entries && each.hasNext()) {
        String line = each.next();
        if (line.startsWith(":")) {
          break; // nothing more comes
        }
        if (line.startsWith("data: [")) {
          read += line.split("\"seq\":", -1).length - 1;
        }
      }
    }
    return read;
  }

  /// Of how many the connection is gone: writing to it fails.
  private long cut() {
    return silent.stream().filter(SlowReaderTest::isCut).count();
  }

  private static boolean isCut(Socket socket) {
    try {
      socket.getOutputStream().write('\n');
      return false;
    } catch (IOException e) {
      return true;
    }
  }
}
