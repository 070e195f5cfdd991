package dev.playloop.launcher.declared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.launcher.AllSettings;
import dev.playloop.launcher.LocalOptions;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.declared.TavernPuller.Death;
import dev.playloop.launcher.example.Play;
import dev.playloop.launcher.example.RunRecord;
import dev.playloop.rehearsal.Rehearsal;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.LoopEvent.ActionTaken;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.EmbeddedOnly;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A game that can't listen fetches what its agents do, and its process dies amid two actions: one
/// that it has done and not told, and one that it has not begun.
@EmbeddedOnly("it starts servers of its own")
class PulledWorldLoopTest {
  private static final Rehearsal RULES =
      Rehearsal.parse(
          "rules",
          """
          rules:
            - name: pour
              when: {text: thirsty, turn: 1}
              call: {tool: pour, args: {guest: g1}}
            - {name: done, say: At your service.}
          """);

  private static final String TAVERN =
      """
      world: tavern
      tools:
        - name: pour
          description: Pour a drink for a guest.
          effect: write
          limit: PT50S
          arguments:
            type: object
            required: [guest]
            properties: {guest: {type: string, minLength: 1, maxLength: 40}}
      actions: {pull: true}
      """;

  @TempDir Path folder;

  private final TavernPuller.Store store = new TavernPuller.Store();

  @Test
  void aProcessThatDiesAmidAnActionIsFollowedByOneThatKnowsWhatBecameOfIt() throws Exception {
    LocalOptions options =
        LocalOptions.of(AllSettings.read(Map.of(), null))
            .withData(folder.resolve("data"))
            .withRehearsal(RULES)
            .withWorlds(List.of(WorldDeclaration.SHARED));
    try (LocalSystem system = LocalSystem.start(options);
        Play play = Play.open(system.kafka(), List.of(WorldDeclaration.SHARED), _ -> {});
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Barkeep.declare(system, TAVERN);
      Barkeep.apply(system);

      done(system, threads, () -> played(play, "told", Death.NEVER), Death.NEVER);
      assertThat(store.deeds()).hasSize(1);
      assertThat(store.asked()).isEmpty();

      Death untold = Death.BEFORE_IT_ANSWERS;
      done(system, threads, () -> played(play, "untold", untold), untold);
      assertThat(store.asked()).containsExactly("done");
      assertThat(store.deeds()).hasSize(2);

      Death undone = Death.BEFORE_IT_ACTS;
      done(system, threads, () -> played(play, "undone", undone), undone);
      assertThat(store.asked()).containsExactly("done", "not_done");
      assertThat(store.deeds()).hasSize(3);
    }
  }

  @FunctionalInterface
  private interface Playing {
    RunRecord run() throws InterruptedException;
  }

  private void done(LocalSystem system, ExecutorService threads, Playing playing, Death death)
      throws Exception {
    try (TavernPuller first = TavernPuller.start(system.http(), system.userToken(), store, death)) {
      Future<RunRecord> run = threads.submit(playing::run);
      if (death == Death.NEVER) {
        assertDone(run.get());
        return;
      }
      Await.until("the first process has died", first::isDead);
      assertThat(run.isDone()).isFalse();
      try (TavernPuller _ =
          TavernPuller.start(system.http(), system.userToken(), store, Death.NEVER)) {
        assertDone(run.get());
      }
    }
  }

  private static void assertDone(RunRecord run) {
    assertThat(run.closed().outcome()).isEqualTo(RunOutcome.COMPLETED);
    assertThat(run.closed().actions())
        .extracting(ActionTaken::tool, ActionTaken::status)
        .contains(Tuple.tuple("pour", Status.DONE));
  }

  private static RunRecord played(Play play, String id, Death death) throws InterruptedException {
    return Barkeep.played(play, id, "I am thirsty, and you die " + death);
  }
}
