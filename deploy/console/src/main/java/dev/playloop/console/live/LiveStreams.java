package dev.playloop.console.live;

import dev.playloop.console.door.LoggedIn;
import dev.playloop.console.door.Logins;
import dev.playloop.console.index.BrokenIndex;
import dev.playloop.console.index.NewsReads;
import dev.playloop.console.index.NewsReads.News;
import dev.playloop.console.index.NewsReads.Place;
import dev.playloop.console.row.AgentRow;
import dev.playloop.console.row.EntryRow;
import dev.playloop.console.row.LetterRow;
import dev.playloop.console.row.RunRow;
import dev.playloop.http.EdgeAnswer;
import dev.playloop.http.EdgeAnswer.Sink;
import dev.playloop.http.EdgeCall;
import dev.playloop.http.Problem;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Streams what comes into the index, each reader from its own place on. Nothing is kept for
/// anybody: what a reader has not had lies in the index, so a slow one costs no memory, and one
/// that comes again goes on behind the last id it had. As many at a time as [StreamPlaces] has, 20
/// writes a second each; a reader who reads nothing is cut off by the edge, and one whose login
/// ends is at the next beat. Safe for all threads.
public final class LiveStreams {
  private static final Duration BETWEEN = Duration.ofMillis(50);
  private static final Duration BEAT = Duration.ofSeconds(15);
  private static final Duration ONE_LOOK = Duration.ofSeconds(1);
  private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.US_ASCII);

  private static final Logger LOG = LoggerFactory.getLogger(LiveStreams.class);

  private final NewsReads news;
  private final Beat beat;
  private final Logins logins;
  private final Inbox inbox;
  private final StreamPlaces places = new StreamPlaces();

  /// How much waits for somebody.
  @FunctionalInterface
  public interface Inbox extends Function<LoggedIn, Object> {}

  public LiveStreams(NewsReads news, Beat beat, Logins logins, Inbox inbox) {
    this.logins = logins;
    this.news = news;
    this.beat = beat;
    this.inbox = inbox;
  }

  /// `GET /api/live`. Throws [Problem.Refused].
  ///
  /// @param from what the query says; the header `Last-Event-ID` is newer
  public EdgeAnswer stream(EdgeCall call, @Nullable String from) throws InterruptedException {
    LoggedIn who = LoggedIn.of(call.known());
    String last = call.header("last-event-id");
    String said = last == null || last.isEmpty() ? from : last;
    Place place = said == null ? news.now() : news.heard(said, who.reach());
    if (!places.take(who.name())) {
      throw Problem.of(
              429,
              "busy",
              "Too many streams",
              "at most "
                  + StreamPlaces.EACH
                  + " of one person are open at a time, and "
                  + StreamPlaces.MOST
                  + " of all: close a tab")
          .refused();
    }
    return new EdgeAnswer.Streamed(
        "text/event-stream; charset=utf-8",
        sink -> {
          try {
            new One(who, sink).write(place);
          } catch (BrokenIndex e) {
            LOG.warn("A stream ends, since the index does not answer: {}", e.getMessage());
          } finally {
            places.leave(who.name());
          }
        });
  }

  /// One reader. Its thread's.
  private final class One {
    private LoggedIn who;
    private final Sink sink;
    private final Map<String, AgentRow> agents = new HashMap<>();
    private final Map<String, @Nullable Instant> runs = new HashMap<>();
    private @Nullable Object waits;
    private long written;

    One(LoggedIn who, Sink sink) {
      this.who = who;
      this.sink = sink;
    }

    void write(@Nullable Place from) throws IOException, InterruptedException {
      sink.write("retry: 1000\n\n".getBytes(StandardCharsets.US_ASCII));
      if (from == null || !news.knows(from)) {
        gone();
        return;
      }
      Place place = from;
      written = System.nanoTime();
      LoggedIn now = logins.now(who);
      while (!beat.isOver() && now != null) {
        who = now; // what it may see may have become less
        long seen = beat.count();
        News came = news.behind(place, who.reach());
        if (!came.next().made().equals(place.made())) {
          gone(); // the index was made anew meanwhile
          return;
        }
        boolean moved = !came.next().equals(place);
        place = came.next();
        String text = events(came, moved ? place : null);
        if (!text.isEmpty()) {
          write(text);
        } else if (System.nanoTime() - written > BEAT.toNanos()) {
          sink.write(COMMENT);
          written = System.nanoTime();
        }
        if (!moved) {
          beat.after(seen, ONE_LOOK);
        }
        LockSupport.parkNanos(BETWEEN.toNanos());
        if (Thread.interrupted()) {
          throw new InterruptedException("stopped while it streamed");
        }
        now = logins.now(who);
      }
    }

    private void gone() throws IOException, InterruptedException {
      write("id: " + news.tell(news.now(), who.reach()) + "\nevent: gone\ndata: {}\n\n");
    }

    private void write(String text) throws IOException {
      sink.write(text.getBytes(StandardCharsets.UTF_8));
      written = System.nanoTime();
    }

    /// The place comes last, so that who is cut off in between gets all of it again, and of what
    /// has an id nothing twice.
    private String events(News came, @Nullable Place place) {
      StringBuilder text = new StringBuilder();
      for (AgentRow agent : came.agents()) {
        AgentRow before = agents.put(agent.agent(), agent);
        if (before == null || !before.state().equals(agent.state())) {
          event(text, "agent", agent);
        }
      }
      for (RunRow run : came.runs()) {
        boolean known = runs.containsKey(run.run());
        Instant closed = runs.put(run.run(), run.closed());
        if (!known || (closed == null && run.closed() != null)) {
          event(text, "run", run);
        }
        if (run.closed() != null) {
          runs.remove(run.run());
        }
      }
      boolean all = who.reach().all();
      // Anybody's may be among them.
      for (LetterRow letter : all ? came.letters() : List.<LetterRow>of()) {
        event(text, "letter", letter);
      }
      Object now = inbox.apply(who);
      if (!now.equals(waits)) {
        waits = now;
        event(text, "inbox", now);
      }
      // Of what only others have done nothing is told, not even that there was something.
      if (place != null && (all || !came.entries().isEmpty())) {
        text.append("id: ").append(news.tell(place, who.reach())).append('\n');
        entries(text, came);
      }
      return text.toString();
    }

    private void entries(StringBuilder text, News came) {
      if (came.entries().size() == 1) {
        EntryRow one = came.entries().getFirst();
        event(text, "entry", one);
      } else {
        event(text, "entries", came.entries());
      }
    }

    private void event(StringBuilder text, String name, Object value) {
      // JSON has no bare line break in it.
      text.append("event: ")
          .append(name)
          .append("\ndata: ")
          .append(Json.text(value))
          .append("\n\n");
    }
  }
}
