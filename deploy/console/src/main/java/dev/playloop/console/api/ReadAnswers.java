package dev.playloop.console.api;

import dev.playloop.audit.AuditException;
import dev.playloop.console.door.LoggedIn;
import dev.playloop.console.index.BrokenIndex;
import dev.playloop.console.index.NewsReads;
import dev.playloop.http.EdgeAnswer;
import dev.playloop.http.EdgeCall;
import dev.playloop.http.EdgeHandler;
import dev.playloop.http.Problem;
import dev.playloop.operator.NotPublished;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.Json;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes answers of values, and problems of what hindered them. Each read says where in the stream
/// of news it stands: whoever follows from there misses nothing of what it does not show yet.
final class ReadAnswers {
  static final String POSITION = "X-Playloop-Position";
  private static final Logger LOG = LoggerFactory.getLogger(ReadAnswers.class);
  private static final int UNAVAILABLE = 503;

  private final NewsReads news;

  ReadAnswers(NewsReads news) {
    this.news = news;
  }

  /// Answers with a value.
  @FunctionalInterface
  interface Reading {
    Object of(EdgeCall call) throws InterruptedException;
  }

  /// The same, of what is counted up to the place that the answer names.
  @FunctionalInterface
  interface Counting {
    Object of(EdgeCall call, NewsReads.Place at) throws InterruptedException;
  }

  private record Placed(String place, Object value) {}

  /// The place is taken before the value, which may show more than it: whoever follows from there
  /// is told of that again, as of any row that has changed.
  EdgeHandler reading(Reading reading) {
    return counting((call, _) -> reading.of(call));
  }

  /// Whoever follows adds what comes to what was counted, and so that ends at the place.
  EdgeHandler counting(Counting counting) {
    Reading placing =
        call -> {
          NewsReads.Place at = news.now();
          Object value = counting.of(call, at);
          return new Placed(news.tell(at, LoggedIn.of(call.known()).reach()), value);
        };
    return call -> {
      Placed placed = (Placed) hindered(placing, call);
      return new EdgeAnswer.Full(
          200,
          "application/json",
          Json.LOG.writeValueAsBytes(placed.value()),
          Map.of(POSITION, placed.place(), "Cache-Control", "no-store"));
    };
  }

  /// Answers by itself.
  EdgeHandler opening(EdgeHandler handler) {
    return call -> (EdgeAnswer) hindered(handler::handle, call);
  }

  EdgeHandler doing(Reading reading) {
    return call -> json(hindered(reading, call));
  }

  static EdgeAnswer json(Object value) {
    return new EdgeAnswer.Full(
        200,
        "application/json",
        Json.LOG.writeValueAsBytes(value),
        Map.of("Cache-Control", "no-store"));
  }

  private static Object hindered(Reading reading, EdgeCall call) throws InterruptedException {
    try {
      return reading.of(call);
    } catch (AuditException e) {
      throw untold(e).refused();
    } catch (InvalidValueException e) {
      throw Problem.of(
              400,
              "invalid",
              "Not understood",
              e.field() + ": expected " + e.expected() + ", got " + e.got(),
              List.of(new Problem.FieldError(e.field(), e.expected(), e.got())))
          .refused();
    } catch (AuthorizationException | NotPublished e) {
      throw forbidden(e.getMessage()).refused();
    } catch (KafkaException e) {
      LOG.warn("The console can't ask Kafka: {}", e.getMessage());
      throw Problem.of(
              UNAVAILABLE, "unavailable", "Kafka is away", "Kafka does not answer; try again")
          .refused();
    } catch (BrokenIndex e) {
      LOG.warn("The console can't ask its index: {}", e.getMessage());
      throw Problem.of(
              UNAVAILABLE, "unavailable", "The index is away", "the index is being made; try again")
          .refused();
    }
  }

  /// Kafka is there, and did not take it or did not let us: that is an operator's to mend.
  private static Problem forbidden(@Nullable String why) {
    LOG.warn("Kafka refused the console: {}", why);
    return Problem.of(
        UNAVAILABLE,
        "refused",
        "Kafka refused",
        why + "; docs/operations.md has the rights of the principal 'console'");
  }

  /// The journal is there, and does not tell that.
  private static Problem untold(AuditException e) {
    return Problem.of(
        409, "not-told", "The journal does not tell", String.valueOf(e.problem()), List.of());
  }
}
