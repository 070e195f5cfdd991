package dev.playloop.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.launcher.LocalKafka;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.Working;
import dev.playloop.launcher.example.Example;
import dev.playloop.launcher.example.ExampleRun;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.EmbeddedOnly;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The triggers that our pages and `up` tell a reader to type, on a society that has just come up:
/// the agent can answer each.
@EmbeddedOnly("it is what a reader types on one machine")
class TypedTriggersTest {
  private static final Path ROOT = Path.of("../..");
  private static final Pattern OWED = Pattern.compile("replyTo\"?: ?\"([^\"]*)\"");
  private static final Pattern CURL =
      Pattern.compile(
          "(?s)curl -i http://127\\.0\\.0\\.1:8080(/v1/events) .*?-H '([^:]+): ([^']+)' -d '(.*?)'\n");

  private static LocalSystem system;

  @BeforeAll
  static void up() throws InterruptedException {
    Example example = Example.load("society");
    system = LocalSystem.start(Working.options().withRehearsal(example.rehearsal()));
    ExampleRun.prepare(example, system);
  }

  @AfterAll
  static void down() {
    system.close();
  }

  private static Set<String> rows(String query) {
    return system.sql().orElseThrow().query(query).stream()
        .map(row -> Objects.requireNonNull(row.get("id")).asString())
        .collect(Collectors.toSet());
  }

  private static String page(String name) throws IOException {
    return Files.readString(ROOT.resolve(name));
  }

  @Test
  void theCurlOfTheGatewaysPageIsAnswered() throws Exception {
    Matcher curl = CURL.matcher(page("trigger-ingest/README.md"));
    assertThat(curl.find()).isTrue();
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(URI.create(system.http() + curl.group(1)))
                  .header(curl.group(2), curl.group(3))
                  .header("authorization", "Bearer " + system.httpToken())
                  .POST(HttpRequest.BodyPublishers.ofString(curl.group(4)))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
    }
    Await.until(
        "Ada has answered Mia",
        () ->
            rows("select id from messages where reply_to = 'msg-100'"
                        + " and sender_id = 'ada' and receiver_id = 'user-100'")
                    .size()
                == 1);
  }

  @Test
  void whatIsOwedAnAnswerWasReceived() throws IOException {
    Set<String> received = rows("select id from messages where receiver_id = 'ada'");
    for (String name : List.of("trigger-ingest/README.md", "docs/operations.md")) {
      List<String> owed =
          page(name)
              .lines()
              .filter(line -> line.contains("society/ada"))
              .flatMap(line -> OWED.matcher(line).results().map(found -> found.group(1)))
              .toList();
      assertThat(owed).as(name).isNotEmpty().allMatch(received::contains);
    }
  }

  @Test
  void upTellsALineWhoseMessageIsThereOrOneThatOwesNothing() {
    LocalKafka.Door door = new LocalKafka.Door("localhost:1", Path.of("client.properties"));
    assertThat(TypedTrigger.of(Example.load("society"), door))
        .isEqualTo(
            "echo '{\"agent\":\"society/ada\",\"kind\":\"chat.message\",\"text\":\"hello\","
                + "\"replyTo\":\"msg-100\"}' | ./playloop publish /dev/stdin --config client.properties");
    assertThat(TypedTrigger.of(Example.load("kernel"), door)).doesNotContain("replyTo");
  }
}
