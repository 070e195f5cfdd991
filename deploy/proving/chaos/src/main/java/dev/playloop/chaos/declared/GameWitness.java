package dev.playloop.chaos.declared;

import dev.playloop.chaos.Observed;
import dev.playloop.chaos.Observer;
import dev.playloop.chaos.system.ChaosSystem;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.world.WorldDeclaration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What a game says of itself behind its storm, and its players of it.
///
/// @param deeds the actions that it has done, each as often as it was done
/// @param heard what its players were answered to, each as often as they were
record GameWitness(List<String> deeds, List<String> heard) {
  static final GameWitness NONE = new GameWitness(List.of(), List.of());

  private static final Duration LIMIT = Duration.ofSeconds(20);

  static GameWitness of(String game, Path store) {
    try {
      List<String> deeds = deeds(game);
      List<String> heard = new ArrayList<>();
      if (Files.exists(store.resolve("heard.json"))) {
        Json.tree(Files.readString(store.resolve("heard.json")))
            .forEach(line -> heard.add(line.asString()));
      }
      return new GameWitness(deeds, heard);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The actions that the game at this address says that it has done.
  static List<String> deeds(String game) {
    // a game's socket server may take an offer of HTTP/2 for another protocol's
    try (HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      String said =
          http.send(
                  HttpRequest.newBuilder(URI.create(game + "/seen/deeds")).timeout(LIMIT).build(),
                  BodyHandlers.ofString())
              .body();
      List<String> deeds = new ArrayList<>();
      Json.tree(said).forEach(row -> deeds.add(row.path("action").asString()));
      return deeds;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("stopped while a game was asked what it did", e);
    }
  }

  /// What players heard and the game does not know of was done too: it died between the two. Which
  /// action that was is told by its arguments, which name what is answered; where several do, one
  /// that is known not to have ended well is not blamed for another's deed.
  DeclaredFacts with(ChaosSystem system, Observer observer, DeclaredFacts facts) {
    Map<String, List<String>> answers = new HashMap<>();
    for (Observed seen : observer.of(system.kafka().topics().actions(WorldDeclaration.SHARED))) {
      Action action = Json.read(seen.record().value(), Action.class);
      String args = action.args().toString();
      for (String line : heard) {
        if (args.contains('"' + line + '"')) {
          List<String> those = answers.computeIfAbsent(line, _ -> new ArrayList<>());
          if (!those.contains(action.action().value())) {
            those.add(action.action().value());
          }
        }
      }
    }
    Map<String, Integer> times = new HashMap<>();
    heard.forEach(line -> times.merge(line, 1, Integer::sum));
    List<String> all = new ArrayList<>(facts.deeds());
    times.forEach((line, count) -> {
      List<String> those = answers.getOrDefault(line, List.of(line));
      int known = (int) facts.deeds().stream().filter(those::contains).count();
      for (int more = known; more < count; more++) {
        all.add(blamed(those, all, facts));
      }
    });
    return DeclaredFactsBuilder.builder(facts).deeds(all).build();
  }

  private static String blamed(List<String> those, List<String> done, DeclaredFacts facts) {
    return those.stream()
        .filter(action -> !done.contains(action))
        .filter(action -> facts.mayBeDone(action))
        .findFirst()
        .orElse(those.getFirst());
  }
}
