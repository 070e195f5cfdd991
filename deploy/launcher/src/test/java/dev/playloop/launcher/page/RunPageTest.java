package dev.playloop.launcher.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.launcher.cli.Playloop;
import dev.playloop.launcher.watch.Terminal;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// `run` says at its start where to look, and at its end how to look again.
@Execution(ExecutionMode.SAME_THREAD)
class RunPageTest {
  private static final Pattern PAGE =
      Pattern.compile(
          "(?m)^look at it while it runs: (http://127\\.0\\.0\\.1:\\d+)/#token=[0-9a-f]+$");

  @TempDir Path folder;

  @Test
  void isThereWhileAnExamplePlaysAndItsJournalAfterwards() {
    Path data = folder.resolve("data");
    Visitor visitor = new Visitor();

    int code =
        Playloop.commandLine()
            .setOut(Terminal.over(visitor))
            .execute("run", "kernel", "--data", data.toString());

    List<String> lines = visitor.toString().lines().toList();
    assertThat(code).as(visitor.toString()).isZero();
    assertThat(visitor.answer).as("of the page, before the first step").isEqualTo(200);
    assertThat(lines.getLast())
        .isEqualTo("the same journal again: ./playloop console --data " + data);
  }

  /// Reads what is printed, and asks for the page as soon as its address is.
  private static final class Visitor extends StringWriter {
    int answer;

    @Override
    public void flush() {
      Matcher page = PAGE.matcher(toString());
      if (answer == 0 && page.find()) {
        assertThat(toString().substring(page.end()).strip()).isEmpty();
        answer = asked(URI.create(page.group(1)));
      }
    }

    private static int asked(URI page) {
      try (HttpClient client = HttpClient.newHttpClient()) {
        return client
            .send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString())
            .statusCode();
      } catch (IOException e) {
        return -1;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return -1;
      }
    }
  }
}
