package dev.playloop.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.launcher.Working;
import dev.playloop.launcher.page.PageTab;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.EmbeddedOnly;
import dev.playloop.testkit.TestInfra;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `./playloop worker console` with the rights of its row of the table and no others: people look
/// at everything and do what goes without a gateway; what its row lacks is told, and it goes on.
@EmbeddedOnly("its broker has an authorizer")
class ConsoleRightsTest {
  private static final AccessTable TABLE = AccessTable.read();
  private static final Pattern TOKEN = Pattern.compile("token: (\\S+)");
  private static final List<String> LISTS =
      List.of(
          "/api/now",
          "/api/agents",
          "/api/runs",
          "/api/worlds",
          "/api/cost",
          "/api/inbox",
          "/api/letters",
          "/api/audit",
          "/api/search?q=work");
  private static final String AGENT =
      """
      {"configs":[{"v":1,"agent":"society/cal","actor":"cal","enabled":true,
       "instructions":{"identity":"Cal."}}],"dryRun":false}
      """;

  @TempDir private static Path folder;
  private static SecuredPlay play;
  private static RoleThread console;
  private static PageTab tab;

  @BeforeAll
  static void start(TestInfra infra) throws Exception {
    play = SecuredPlay.start(folder, infra, TABLE.rows().keySet());
    play.allow(TABLE.without());
    int port = RoleThread.freePort();
    Map<String, String> settings = new HashMap<>(play.settings("console"));
    settings.put("playloop.console.port", String.valueOf(port));
    console = RoleThread.start(folder, "console", settings);
    RoleThread.Answer ready =
        Await.until(() -> console.health("ready"), found -> found.status() == 200);
    assertThat(ready.status()).as(ready.body() + console.said()).isEqualTo(200);
    String said = play.operator("principals", "add", "kim", "--kind", "person", "--scope", "admin");
    Matcher token = TOKEN.matcher(said);
    assertThat(token.find()).as(said).isTrue();
    List<PageTab> in = new ArrayList<>();
    Await.until("kim is known", () -> entered("http://127.0.0.1:" + port, token.group(1), in));
    tab = in.getFirst();
    assertThat(tab.post("/api/do/apply", AGENT).body()).contains(Working.CAL.value());
  }

  private static boolean entered(String at, String token, List<PageTab> in) {
    try {
      in.add(PageTab.of(at, token));
      return true;
    } catch (Exception e) {
      return false; // the console has not read of them yet
    }
  }

  @AfterAll
  static void stop() {
    if (console != null) {
      console.close();
    }
    if (play != null) {
      play.close();
    }
  }

  @Test
  void itsRowIsEnoughForAllThatIsSeenAndDone() throws Exception {
    play.allow(TABLE.without());

    for (String list : LISTS) {
      assertThat(tab.status(list)).as(list).isEqualTo(200);
    }
    assertThat(tab.post("/api/do/apply", AGENT).body()).contains(Working.CAL.value());
    assertThat(halt().statusCode()).isEqualTo(200);
    assertThat(publish().statusCode()).isEqualTo(200);
    assertThat(play.operator("agents", "list")).contains(Working.CAL.value());
  }

  @ParameterizedTest
  @CsvSource({"halts, halt", "triggers, publish", "agents, apply"})
  void whatItsRowLacksIsToldAndItGoesOn(String topic, String what) throws Exception {
    play.allow(withoutWriting(topic));

    HttpResponse<String> answer =
        switch (what) {
          case "halt" -> halt();
          case "publish" -> publish();
          default -> tab.post("/api/do/apply", AGENT);
        };

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
    assertThat(answer.body()).contains(topic).containsIgnoringCase("not authorized");
    assertThat(tab.status("/api/now")).isEqualTo(200);
    assertThat(console.isRunning()).isTrue();
  }

  private static HttpResponse<String> halt() throws Exception {
    return tab.post("/api/do/halt", "{\"scope\":\"society\",\"reason\":\"fair\"}");
  }

  private static HttpResponse<String> publish() throws Exception {
    return tab.post(
        "/api/do/publish",
        "{\"agent\":\"society/cal\",\"kind\":\"chat.message\",\"text\":\"hello\"}");
  }

  private static List<AclBinding> withoutWriting(String topic) {
    return TABLE.without().stream()
        .filter(acl ->
            !(acl.entry().principal().equals("User:console")
                && acl.entry().operation() == AclOperation.WRITE
                && acl.pattern().name().endsWith("." + topic)))
        .toList();
  }
}
