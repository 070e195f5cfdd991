package dev.playloop.worlds.chain.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/// What a simulated transaction would emit.
final class TracedEventsTest {
  private static List<ChainEvent> read(String trace) {
    return TracedEvents.of(RpcValue.of("said", Json.tree(trace.replace('\'', '"'))));
  }

  private static String event(int order) {
    return "{'order':%d,'keys':['0x%d'],'data':[]}".formatted(order, order);
  }

  @Test
  void eventsOfCallsWithinCallsComeInTheOrderOfTheTransaction() {
    String inner = "{'contract_address':'0xb','events':[" + event(1) + "," + event(3) + "]}";
    String between = "{'contract_address':'0xc','calls':[" + inner + "],'events':[]}";
    String outer =
        "{'contract_address':'0xa','events':["
            + event(4)
            + ","
            + event(2)
            + "],'calls':["
            + between
            + "]}";

    assertThat(read(outer))
        .extracting(event -> event.from() + " " + event.keys().getFirst())
        .containsExactly("0xb 0x1", "0xa 0x2", "0xb 0x3", "0xa 0x4");
    assertThat(read("{'contract_address':'0xa'}")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'events':[{'order':1,'keys':[],'data':[]}]}",
        "{'contract_address':'0xa','events':7}",
        "{'contract_address':'0xa','events':[7]}",
        "{'contract_address':'0xa','events':[{'keys':[],'data':[]}]}",
        "{'contract_address':'0xa','events':[{'order':-1,'keys':[],'data':[]}]}",
        "{'contract_address':'0xa','events':[{'order':1,'keys':['7'],'data':[]}]}",
        "{'contract_address':'0xa','events':[{'order':1,'keys':[],'data':[null]}]}",
        "{'contract_address':'0xa','calls':{}}",
        "{'contract_address':'0xa','calls':[{'events':[{'order':1,'keys':[],'data':[]}]}]}",
      })
  void whatIsNoTraceIsNoAnswer(String trace) {
    assertThatThrownBy(() -> read(trace)).isInstanceOf(NodeUnavailable.class);
  }

  @Test
  void aTraceWithoutAnEndIsNoAnswer() {
    assertThat(TracedEvents.of(nested(64))).isEmpty();
    assertThatThrownBy(() -> TracedEvents.of(nested(65))).isInstanceOf(NodeUnavailable.class);
    assertThat(read(many(10_000))).hasSize(10_000);
    assertThatThrownBy(() -> read(many(10_001))).isInstanceOf(NodeUnavailable.class);
  }

  private static RpcValue nested(int calls) {
    ObjectNode call = Json.NODES.objectNode().put("contract_address", "0xa");
    for (int i = 1; i < calls; i++) {
      ObjectNode outer = Json.NODES.objectNode().put("contract_address", "0xa");
      outer.putArray("calls").add(call);
      call = outer;
    }
    return RpcValue.of("said", call);
  }

  private static String many(int events) {
    String all = event(1) + ("," + event(1)).repeat(events - 1);
    return "{'contract_address':'0xa','events':[" + all + "]}";
  }

  @Test
  void whoEmitsIsTheContractThatIsCalled() {
    assertThat(
            read("{'contract_address':'0xa','caller_address':'0xb','events':[" + event(1) + "]}"))
        .extracting(ChainEvent::from)
        .containsExactly(Felt.of(10));
  }
}
