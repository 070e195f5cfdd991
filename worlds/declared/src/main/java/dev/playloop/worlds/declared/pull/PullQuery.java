package dev.playloop.worlds.declared.pull;

import dev.playloop.http.Problem;
import dev.playloop.http.Problem.FieldError;
import dev.playloop.schemas.Printable;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Who asks, and how long he waits. Nothing in it is decoded: what may stand there needs no
/// encoding.
///
/// @param puller the name under which the world is held
/// @param epoch of its connection; null for a new one
/// @param longest how long it waits for something to do
record PullQuery(String puller, @Nullable Long epoch, Duration longest) {
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
  private static final Pattern EPOCH = Pattern.compile("[1-9][0-9]{0,17}");
  private static final Pattern WAIT = Pattern.compile("([0-9]{1,5})(ms|s)");
  private static final int SHOWN = 80;

  /// Of a request for actions: `puller=game-1&wait=30s`, and `epoch` on a connection that there is.
  static PullQuery ofActions(@Nullable String query) {
    Map<String, String> all = parts(query, "puller, epoch or wait", "wait");
    return new PullQuery(puller(all), epoch(all), wait(all));
  }

  /// Of an answer: `puller=game-1&epoch=1764090000000`.
  static PullQuery ofResult(@Nullable String query) {
    Map<String, String> all = parts(query, "puller or epoch", "");
    PullQuery read = new PullQuery(puller(all), epoch(all), Duration.ZERO);
    if (read.epoch == null) {
      throw invalid("epoch", "the one that came with the actions", "nothing");
    }
    return read;
  }

  private static Map<String, String> parts(@Nullable String query, String names, String more) {
    Map<String, String> all = new HashMap<>();
    for (String part : query == null || query.isEmpty() ? new String[0] : query.split("&", -1)) {
      int equals = part.indexOf('=');
      String name = equals < 0 ? part : part.substring(0, equals);
      if (!name.equals("puller") && !name.equals("epoch") && !name.equals(more)) {
        throw invalid("query", names, name);
      }
      if (all.put(name, equals < 0 ? "" : part.substring(equals + 1)) != null) {
        throw invalid(name, "to stand there once", "twice");
      }
    }
    return all;
  }

  private static String puller(Map<String, String> all) {
    String name = all.getOrDefault("puller", "");
    if (!NAME.matcher(name).matches()) {
      throw invalid("puller", "a name of yours: 1 to 63 letters, digits, '.', '_' and '-'", name);
    }
    return name;
  }

  private static @Nullable Long epoch(Map<String, String> all) {
    String epoch = all.get("epoch");
    if (epoch == null) {
      return null;
    }
    if (!EPOCH.matcher(epoch).matches()) {
      throw invalid("epoch", "the number that came with the actions", epoch);
    }
    return Long.valueOf(epoch);
  }

  private static Duration wait(Map<String, String> all) {
    String wait = all.get("wait");
    if (wait == null) {
      return LONGEST;
    }
    Matcher read = WAIT.matcher(wait);
    if (read.matches()) {
      long number = Long.parseLong(read.group(1));
      Duration told =
          read.group(2).equals("s") ? Duration.ofSeconds(number) : Duration.ofMillis(number);
      if (told.compareTo(LONGEST) <= 0) {
        return told;
      }
    }
    throw invalid("wait", "0s to 30s, or in ms", wait);
  }

  private static Problem.Refused invalid(String field, String expected, String got) {
    return PullProblem.invalid(
            List.of(new FieldError(field, expected, "'" + Printable.brief(got, SHOWN) + "'")))
        .refused();
  }
}
