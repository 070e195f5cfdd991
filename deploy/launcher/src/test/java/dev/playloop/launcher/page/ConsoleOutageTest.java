package dev.playloop.launcher.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.broker.EmbeddedBroker;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.Working;
import dev.playloop.launcher.example.Play;
import dev.playloop.launcher.example.PlayReport;
import dev.playloop.operator.Publisher;
import dev.playloop.operator.Step;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.EmbeddedOnly;
import dev.playloop.testkit.Guarantee;
import dev.playloop.testkit.NpmFolder;
import dev.playloop.testkit.Programs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The console is killed and the broker goes away while somebody has the page open in a real
/// browser: when they are back, each entry of the journal was shown, none twice, and the page was
/// never loaded anew.
@Guarantee
@Tag("slow")
@EmbeddedOnly("it stops its broker and brings it back at the same address")
class ConsoleOutageTest {
  private static final Path PICTURES = Path.of("target/screenshots").toAbsolutePath();

  @TempDir private Path folder;

  private EmbeddedBroker broker;
  private LocalSystem system;
  private ConsoleProcess console;
  private WatchedPage page;
  private int before;

  @BeforeEach
  void start() throws Exception {
    NpmFolder.require();
    Programs.require("chromium");
    broker = EmbeddedBroker.start(folder.resolve("broker"));
    system = LocalSystem.start(Working.options().withBootstrap(broker.bootstrapServers()));
    system.sql().orElseThrow().seed(Working.fixtures());
    try (Publisher publisher = Publisher.open(system.kafka())) {
      publisher.apply(Working.cal(system));
    }
    play("warm-up", _ -> {});
    console = ConsoleProcess.start(folder, system);
    page = WatchedPage.open(console.address(), PICTURES);
    page.logIn(system.userToken());
    // What the first run notes behind its end may come while the page is there already.
    Seen first = seen(seen -> seen.entries() == seen.journal().size());
    before = first.journal().size() - first.shown().size();
  }

  @AfterEach
  void stop() {
    if (page != null) {
      page.close();
    }
    if (console != null) {
      console.close();
    }
    if (system != null) {
      system.close();
    }
    if (broker != null) {
      broker.close();
    }
  }

  @Test
  void nothingIsMissingAndNothingComesTwiceWhateverIsKilled() throws Exception {
    play("while-all-is-well", _ -> {});
    all();

    console.kill();
    page.link("lost");
    play("while-it-is-dead", _ -> {});
    page.ask("picture console-killed");
    console.startAgain();
    page.logIn(system.userToken());
    all();

    play("without-a-broker", step -> onDecision(step, this::restartBroker));
    all();

    play(
        "without-both",
        step ->
            onDecision(
                step,
                () -> {
                  try {
                    console.kill();
                    restartBroker();
                    console.startAgain();
                  } catch (Exception e) { // what processes throw
                    throw new AssertionError(e);
                  }
                }));
    page.logIn(system.userToken());
    all();
    page.ask("picture console-back");
    page.ask("end");
  }

  private void restartBroker() {
    broker.close();
    broker = EmbeddedBroker.start(folder.resolve("broker"));
  }

  private static void onDecision(Step step, Runnable deed) {
    if (step instanceof Step.Decided decided && decided.decision().turn().number() == 1) {
      deed.run();
    }
  }

  /// What the journal has is what the page has, and what it has shown since it was opened; a run
  /// may still be noting something when it is closed.
  private void all() {
    Seen all =
        seen(seen ->
            seen.entries() == seen.journal().size()
                && seen.shown().size() >= seen.journal().size() - before);
    List<String> journal = all.journal();
    assertThat(all.shown())
        .containsExactlyInAnyOrderElementsOf(journal.subList(before, journal.size()));
    List<String> feed = WatchedPage.texts(all.state().path("feed"));
    assertThat(feed).as("newest first").isEqualTo(newest(journal, feed.size()));
    assertThat(all.state().path("repeats").asInt()).isZero();
    assertThat(all.state().path("missed").asInt()).isZero();
    assertThat(all.state().path("twice").size()).isZero();
  }

  private Seen seen(Predicate<Seen> enough) {
    return Await.until(() -> new Seen(page.state(), journal()), enough);
  }

  private record Seen(JsonNode state, List<String> journal) {
    int entries() {
      return state.path("entries").asInt();
    }

    /// Each once, however often.
    List<String> shown() {
      return WatchedPage.texts(state.path("shown"));
    }
  }

  /// Of one agent, and so in one order.
  private static List<String> newest(List<String> journal, int count) {
    return journal.reversed().subList(0, count);
  }

  /// Each entry as the page names it, in the order of the log.
  private List<String> journal() {
    Map<String, Integer> next = new HashMap<>();
    List<String> entries = new ArrayList<>();
    try (TopicReader journal =
        TopicReading.of(system.kafka(), system.kafka().topics().journal())
            .prompt()
            .fromBeginning()) {
      journal
          .toEnd()
          .forEach(record -> {
            String agent = new String(record.key(), StandardCharsets.UTF_8);
            entries.add(agent + "#" + (next.merge(agent, 1, Integer::sum) - 1));
          });
    }
    return entries;
  }

  private void play(String trigger, Consumer<Step> disturb) throws InterruptedException {
    try (Play play = Play.open(system.kafka(), system.worldNames(), disturb)) {
      PlayReport report = play.play(Working.lines(trigger), Duration.ofMinutes(2));
      assertThat(report.runOf(trigger)).isPresent();
    }
  }
}
