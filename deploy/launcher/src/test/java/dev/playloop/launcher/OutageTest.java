package dev.playloop.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.playloop.broker.EmbeddedBroker;
import dev.playloop.launcher.example.Play;
import dev.playloop.launcher.example.PlayReport;
import dev.playloop.operator.Publisher;
import dev.playloop.operator.Step;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.LoopEvent.ActionTaken;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.EmbeddedOnly;
import dev.playloop.testkit.TestDatabase;
import dev.playloop.worlds.postgres.EmbeddedDatabase;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/// The broker or the database goes away in the middle of a run, and comes back: the run goes on and
/// its effect happens once.
@EmbeddedOnly("it stops its broker and brings it back at the same address")
class OutageTest {
  @TempDir private static Path folder;

  private static EmbeddedBroker broker;
  private static EmbeddedDatabase database;
  private static Cut wire;
  private static LocalSystem system;

  @BeforeAll
  static void start() throws InterruptedException {
    broker = EmbeddedBroker.start(folder.resolve("broker"));
    database = EmbeddedDatabase.start(null);
    URI url = URI.create(database.jdbcUrl().substring("jdbc:".length()));
    wire = Cut.before(url.getPort());
    TestDatabase cut =
        new TestDatabase(
            "jdbc:postgresql://localhost:" + wire.port() + url.getPath(),
            database.user(),
            database.password());
    system = LocalSystem.start(Working.options(cut).withBootstrap(broker.bootstrapServers()));
    system.sql().orElseThrow().seed(Working.fixtures());
    try (Publisher publisher = Publisher.open(system.kafka())) {
      publisher.apply(Working.cal(system));
    }
  }

  @AfterAll
  static void stop() {
    if (system != null) {
      system.close();
    }
    if (wire != null) {
      wire.close();
    }
    if (database != null) {
      database.close();
    }
    if (broker != null) {
      broker.close();
    }
  }

  @Test
  void aDatabaseThatGoesAwayInMidRunDelaysTheEffectAndItHappensOnce() throws InterruptedException {
    int before = Working.gold(system);
    Logger executor = (Logger) LoggerFactory.getLogger("dev.playloop.executor");
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.list = new CopyOnWriteArrayList<>();
    log.start();
    executor.addAppender(log);
    wire.cut();

    PlayReport report =
        play(
            "no-database",
            step -> {
              if (step instanceof Step.Decided decided && decided.decision().turn().number() == 1) {
                assertThat(said(log, "can't be reached")).as("the action met the outage").isTrue();
                wire.mend();
              }
            });
    executor.detachAppender(log);

    assertDoneOnce(report, "no-database", before);
  }

  @Test
  void aBrokerThatGoesAwayInMidRunDelaysTheRunAndTheEffectHappensOnce()
      throws InterruptedException {
    int before = Working.gold(system);

    PlayReport report =
        play(
            "no-broker",
            step -> {
              if (step instanceof Step.Decided decided && decided.decision().turn().number() == 1) {
                broker.close();
                broker = EmbeddedBroker.start(folder.resolve("broker"));
              }
            });

    assertDoneOnce(report, "no-broker", before);
  }

  private static boolean said(ListAppender<ILoggingEvent> log, String text) {
    return Await.until(
        () -> log.list.stream().anyMatch(line -> line.getFormattedMessage().contains(text)),
        found -> found);
  }

  private static PlayReport play(String trigger, Consumer<Step> disturb)
      throws InterruptedException {
    try (Play play = Play.open(system.kafka(), system.worldNames(), disturb)) {
      return play.play(Working.lines(trigger), Duration.ofMinutes(2));
    }
  }

  private static void assertDoneOnce(PlayReport report, String trigger, int before) {
    var run = report.runOf(trigger).orElseThrow().closed();
    assertThat(run.outcome()).isEqualTo(RunOutcome.COMPLETED);
    assertThat(run.actions()).containsExactly(new ActionTaken("do_work", Status.DONE));
    assertThat(Working.gold(system)).isEqualTo(before + 30);
  }
}
