package dev.playloop.console;

import dev.playloop.audit.FoldBuild;
import dev.playloop.console.api.Backing;
import dev.playloop.console.api.BackingBuilder;
import dev.playloop.console.api.BackingOpenBuilder;
import dev.playloop.console.api.ConsoleApi;
import dev.playloop.console.door.Logins;
import dev.playloop.console.door.OidcDoor;
import dev.playloop.console.index.JournalIndex;
import dev.playloop.console.live.Beat;
import dev.playloop.console.oidc.OidcSettings;
import dev.playloop.console.source.ClusterTables;
import dev.playloop.console.source.ConsoleJournal;
import dev.playloop.console.source.Erasures;
import dev.playloop.console.source.Feed;
import dev.playloop.http.EdgeRoutes;
import dev.playloop.http.HttpEdge;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.access.PrincipalTable;
import dev.playloop.operator.principal.PrincipalRegister;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// People's page on a journal: an index of it, and the HTTP that a browser asks. Opened and closed
/// by one thread; what it opens it closes, the journal too.
public final class Console implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Console.class);

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final Logins logins;
  private final Feed feed;
  private final HttpEdge edge;
  private final EdgeRoutes routes;

  private Console(ConsoleOptions options, ConsoleJournal journal, Supplier<FoldBuild> build)
      throws InterruptedException {
    boolean whole = false;
    opened.push(journal);
    try {
      Clock clock = Clock.systemUTC();
      // First of all: a port that is taken is told before anything is read.
      this.edge = add(HttpEdge.bind(options.edge()));
      KafkaSettings kafka = journal.kafka();
      JournalIndex index = add(index(options, journal));
      Beat beat = new Beat();
      Erasures erasures = new Erasures();
      erasures.tell(index.spoken()::clear);
      ClusterTables tables = kafka == null ? null : add(ClusterTables.start(kafka));
      PrincipalTable known =
          kafka == null || !options.knowsCallers() ? null : add(principals(kafka, clock));
      this.logins = new Logins(clock, options.first(), known, options.isOverTls());
      this.feed =
          add(
              journal.feed(
                  new Feed.Goal(
                      () -> index.writer(build.get().verifier(journal.keys())),
                      beat::came,
                      index::isTorn,
                      erasures)));
      Backing backing =
          BackingBuilder.builder()
              .journal(journal)
              .index(index)
              .feed(feed)
              .tables(tables)
              .fold(build)
              .erased(erasures)
              .open(
                  BackingOpenBuilder.builder()
                      .kind(options.kind())
                      .readOnly(options.readOnly())
                      .version(options.version())
                      .gateway(options.gateway())
                      .pictures(options.pictures())
                      .signers(options.signers())
                      .clock(clock)
                      .build())
              .build();
      this.routes = new ConsoleApi(backing, logins, beat).routes();
      OidcSettings oidc = options.oidc();
      if (kafka != null && known != null && oidc != null) {
        add(new OidcDoor(oidc, new PrincipalRegister(kafka, clock), known, logins)).on(routes);
      } else {
        routes.open("GET", OidcDoor.WAYS, _ -> OidcDoor.ways(false));
      }
      edge.serve(routes);
      opened.push(edge); // nobody is answered while the rest is closed
      opened.push(beat::end);
      whole = true;
    } finally {
      if (!whole) {
        close();
      }
    }
  }

  /// Answers when it returns; entries may still be on their way into the index. `build` is what
  /// journals are folded with, as of now. Closes the journal where it can't be opened.
  public static Console open(
      ConsoleOptions options, ConsoleJournal journal, Supplier<FoldBuild> build)
      throws InterruptedException {
    return new Console(options, journal, build);
  }

  private <T extends AutoCloseable> T add(T part) {
    opened.push(part);
    return part;
  }

  private static JournalIndex index(ConsoleOptions options, ConsoleJournal journal) {
    Boolean asked = options.words();
    boolean words = asked == null ? !journal.sealed() : asked;
    return JournalIndex.open(options.folder().resolve("index.db"), journal.identity(), words);
  }

  private static PrincipalTable principals(KafkaSettings kafka, Clock clock) {
    return PrincipalTable.start(kafka, new PrincipalTable.Given(List.of(), null), clock);
  }

  /// Whatever can be asked of it, and whom each is for.
  List<EdgeRoutes.Declared> routes() {
    return routes.declared();
  }

  /// Where it listens.
  public URI address() {
    return edge.address();
  }

  /// Where a person gets in, once: the token stands behind the `#`, which no browser sends.
  public String door() {
    return address() + "/#token=" + logins.fresh();
  }

  /// Whether somebody has come in, by then.
  public boolean awaitVisitor(Duration timeout) throws InterruptedException {
    return logins.awaitFirst(timeout);
  }

  /// Whether all that was there at the start can be seen, within the time.
  public boolean awaitLoaded(Duration timeout) throws InterruptedException {
    return feed.awaitLoaded(timeout);
  }

  /// Why it does not show all that there is; null where it does.
  public @Nullable String problem() {
    return feed.problem();
  }

  /// What was opened last is closed first; one part that fails to close keeps no other open.
  @Override
  public void close() {
    while (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } catch (Exception e) { // what AutoCloseable declares
        LOG.warn("a part of the console did not close cleanly", e);
      }
    }
  }
}
