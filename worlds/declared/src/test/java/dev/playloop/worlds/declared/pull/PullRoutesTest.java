package dev.playloop.worlds.declared.pull;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.http.EdgeOptions;
import dev.playloop.http.EdgeRoutes;
import dev.playloop.http.HttpEdge;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.testkit.Await;
import dev.playloop.worlds.model.Prepared;
import dev.playloop.worlds.model.Reconciled;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class PullRoutesTest extends PullRoutesCase {
  @Test
  void anActionIsFetchedAsItWouldBePostedAndAnswered() throws Exception {
    Future<ActionResult> performing = performing(1);
    JsonNode fetched = fetched("puller=a&wait=10s");
    JsonNode action = fetched.path("actions").path(0);
    assertThat(action.path("action").asString()).isEqualTo("tally/ada:m1#1.1");
    assertThat(action.propertyNames())
        .containsExactly("action", "agent", "actor", "tool", "args", "effect", "notAfter", "until");
    assertThat(confirmed).hasValue(1);
    long epoch = fetched.path("epoch").longValue();
    assertThat(answered(epoch, answer(1, "\"done\",\"output\":{\"total\":7}")).body())
        .contains("\"taken\"");
    ActionResult result = performing.get();
    assertThat(result.status()).isEqualTo(Status.DONE);
    assertThat(Objects.requireNonNull(result.output()).path("total").intValue()).isEqualTo(7);
    assertThat(answered(epoch, answer(1, "\"done\"")).body()).contains("\"known\"");
  }

  @Test
  void aNewConnectionIsAskedAndMayActAfterNotDone() throws Exception {
    Future<ActionResult> performing = performing(1);
    fetched("puller=a");
    JsonNode asked = fetched("puller=a");
    assertThat(asked.path("actions").path(0).path("again").asBoolean(false)).isTrue();
    assertThat(asked.path("actions").path(0).path("issued").longValue()).isPositive();
    long epoch = asked.path("epoch").longValue();
    answered(epoch, answer(1, "\"not_done\""));
    JsonNode ordered = fetched("puller=a&epoch=" + epoch);
    assertThat(ordered.path("actions").path(0).has("again")).isFalse();
    assertThat(confirmed).hasValue(2);
    answered(epoch, answer(1, "\"refused\",\"error\":{\"code\":\"full\",\"message\":\"No.\"}"));
    assertThat(performing.get().status()).isEqualTo(Status.REFUSED);
  }

  @Test
  void whatAPredecessorHandedOutIsAsked() throws Exception {
    Order order = PullCase.write(1, Instant.now().plusSeconds(60));
    Future<Reconciled> asking =
        threads.submit(() -> actions.reconcile(PullCase.call(order), Prepared.NOTHING));
    JsonNode asked = fetched("puller=a");
    assertThat(asked.path("actions").path(0).path("again").asBoolean(false)).isTrue();
    answered(asked.path("epoch").longValue(), answer(1, "\"unknown\""));
    assertThat(asking.get()).isInstanceOf(Reconciled.Unknown.class);
  }

  @Test
  void anotherPullerIsToldWhoHasTheWorld() throws Exception {
    var _ = performing(1);
    fetched("puller=a");
    HttpResponse<String> held = get("tally", "puller=b&wait=0s");
    assertThat(held.statusCode()).isEqualTo(409);
    assertThat(held.body()).contains("\"holder\":\"a\"").contains("\"leftMs\":");
    assertThat(held.headers().firstValue("Retry-After")).isPresent();
  }

  @Test
  void whoeverWaitsIsSentAwayWhenTheWorldsClose() throws Exception {
    Future<HttpResponse<String>> waiting = threads.submit(() -> get("tally", "puller=a&wait=30s"));
    Await.until("it waits", () -> Objects.requireNonNull(worlds.find("tally")).isPolled());
    worlds.close();
    assertThat(waiting.get(25, TimeUnit.SECONDS).statusCode()).isEqualTo(421);
  }

  @Test
  void whoDoesNotHaveTheActionsSaysSoAtOnceAlsoAmidAWait() throws Exception {
    Future<HttpResponse<String>> waiting = threads.submit(() -> get("tally", "puller=a&wait=30s"));
    Await.until("it waits", () -> Objects.requireNonNull(worlds.find("tally")).isPolled());
    worlds.partitions("declared").lost(2);
    assertThat(waiting.get().statusCode()).isEqualTo(421);
    assertThat(get("tally", "puller=a").body()).contains("another-executor");
    assertThat(answered(1, answer(1, "\"done\"")).statusCode()).isEqualTo(421);
  }

  @Test
  void noMoreWaitThanMay() throws Exception {
    HttpEdge full =
        HttpEdge.bind(EdgeOptions.loopback("the full edge", "-", 0))
            .serve(
                new PullRoutes(worlds, Everybody.GUARD, 1)
                    .on(new EdgeRoutes())
                    .knowing(Everybody.GUARD));
    try (full) {
      edge.close();
      edge = full;
      Future<HttpResponse<String>> waiting =
          threads.submit(() -> get("tally", "puller=a&wait=30s"));
      Await.until("it waits", () -> Objects.requireNonNull(worlds.find("tally")).isPolled());
      assertThat(get("tally", "puller=a&wait=0s").statusCode()).isEqualTo(429);
      assertThat(waiting.isDone()).isFalse();
    }
  }

  @Test
  void ofOneWorldTheLaterRequestEndsTheOneBefore() throws Exception {
    long epoch = fetched("puller=a&wait=0s").path("epoch").longValue();
    Future<HttpResponse<String>> first =
        threads.submit(() -> get("tally", "puller=a&wait=30s&epoch=" + epoch));
    Await.until("it waits", () -> Objects.requireNonNull(worlds.find("tally")).isPolled());
    assertThat(fetched("puller=a&wait=0s&epoch=" + epoch).path("actions")).isEmpty();
    assertThat(first.get().body()).contains("\"actions\":[]");
  }
}
