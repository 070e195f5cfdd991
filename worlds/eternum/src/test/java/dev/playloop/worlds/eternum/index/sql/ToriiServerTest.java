package dev.playloop.worlds.eternum.index.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.worlds.eternum.index.IndexFile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The endpoint as HTTP shows it.
class ToriiServerTest {
  private final HttpClient http = HttpClient.newHttpClient();
  private IndexFile index;
  private ToriiServer server;

  @BeforeEach
  void start() {
    index = IndexFile.temporary();
    server = ToriiServer.start(index.path(), 0, "none");
  }

  @AfterEach
  void stop() {
    server.close();
    index.close();
    http.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/sql?query=select%201%20as%20a|200|[{\"a\":1}]",
        "/sql?query=select+1+as+a|200|[{\"a\":1}]",
        "/sql?other=1&query=select+'%C3%A4'+as+a|200|[{\"a\":\"ä\"}]",
        "/sql?query=select+*+from+`s2-Structure`+where+game_id=1|200|[]",
        "/sql?query=delete+from+contracts|400|only a SELECT",
        "/sql?query=select+x|400|no such column",
        "/sql?query=select%FF|400|UTF-8",
        "/sql?query=select+1&query=select+2|400|twice",
        "/sql?query=|400|ask by",
        "/sql|400|ask by",
        "/other|404|not"
      })
  void answersOverHttp(String path, int status, String contains)
      throws IOException, InterruptedException {
    HttpResponse<String> answer =
        http.send(
            HttpRequest.newBuilder(URI.create(server.address() + path.replace("`", "%60"))).build(),
            BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.body()).containsIgnoringCase(contains);
  }

  @ParameterizedTest
  @ValueSource(strings = {"query=select%2", "query=%", "query=%zz", "query=%1", "query=\u00e4"})
  void whatIsNoEncodedTextIsRefused(String query) {
    assertThatThrownBy(() -> SqlQueryString.statement(query)).isInstanceOf(RefusedQuery.class);
  }

  @Test
  void nothingButAskingIsPossible() throws IOException, InterruptedException {
    HttpResponse<String> answer =
        http.send(
            HttpRequest.newBuilder(URI.create(server.address() + "/sql"))
                .POST(HttpRequest.BodyPublishers.ofString("select 1"))
                .build(),
            BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(405);
  }
}
