package dev.playloop.worlds.eternum.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.chain.node.ChainEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Plays one row in a game: its board and steps, its call, and what that must come to. Used by one
/// thread, for one row.
final class RowPlayer {
  private static final Felt EMITTED = Selector.of("EventEmitted");
  private static final Felt SET = Selector.of("StoreSetRecord");

  private final GameChain chain;

  private final RowModels models;
  private final RowWords words;
  private final long game;

  RowPlayer(GameChain chain, RowModels models, long game) {
    this.chain = chain;
    this.models = models;
    this.words = new RowWords(chain, models);
    this.game = game;
  }

  /// An event of the game as a row reads it.
  private record Told(RowModels.Model model, List<Felt> keys, List<Felt> values) {}

  void play(RowFile.Row row) throws InterruptedException {
    List<ContractCall> calls = new ArrayList<>();
    for (JsonNode before : list(row.said("before"))) {
      calls.add(call(before, null));
    }
    calls.add(call(row.tree().has("call") ? row.tree() : merged(row), row.said("game")));
    Transacted came = chain.invoke(text(row.said("by")), calls);
    JsonNode refusal = row.tree().get("refusal");
    switch (came) {
      case Transacted.Landed(List<ChainEvent> events) -> {
        assertThat(refusal).as("refused, but it landed").isNull();
        hear(row.tree().get("let"), events);
        assertEvents(row.tree().path("events"), told(events, EMITTED));
        assertRecords(row.tree());
      }
      case Transacted.Undone(String why) -> {
        assertThat(refusal).as("lands, but: %s", why).isNotNull();
        assertThat(why).contains(Objects.requireNonNull(refusal).stringValue());
      }
    }
  }

  /// The file's call with the row's arguments, where it has its own.
  private static JsonNode merged(RowFile.Row row) {
    var call = dev.playloop.schemas.json.Json.NODES.objectNode();
    call.set("call", row.file().get("entrypoint"));
    call.set("args", row.said("args"));
    return call;
  }

  /// Steps of one account in a row are one transaction, until one of them tells something.
  void prepare(List<JsonNode> steps) throws InterruptedException {
    List<ContractCall> calls = new ArrayList<>();
    String by = "";
    for (JsonNode step : steps) {
      if (step.has("wait")) {
        send(by, calls, null);
        chain.pass(step.get("wait").longValue());
        continue;
      }
      String who = step.path("by").asString("admin");
      if (!who.equals(by)) {
        send(by, calls, null);
        by = who;
      }
      for (JsonNode before : list(step.get("before"))) {
        calls.add(call(before, null));
      }
      calls.add(call(step, null));
      if (step.has("let")) {
        send(by, calls, step.get("let"));
      }
    }
    send(by, calls, null);
  }

  private void send(String by, List<ContractCall> calls, @Nullable JsonNode let)
      throws InterruptedException {
    if (calls.isEmpty()) {
      return;
    }
    switch (chain.invoke(by, List.copyOf(calls))) {
      case Transacted.Landed(List<ChainEvent> events) -> hear(let, events);
      case Transacted.Undone(String why) -> throw new AssertionError("a step of the row: " + why);
    }
    calls.clear();
  }

  /// Takes up by name what events or records said.
  private void hear(@Nullable JsonNode let, List<ChainEvent> events) {
    if (let == null) {
      return;
    }
    List<Told> all = new ArrayList<>(told(events, EMITTED));
    all.addAll(told(events, SET));
    let.properties().forEach(one -> words.tell(one.getKey(), heard(one, all)));
  }

  /// `Model.field or key` of the last such event or record.
  private Felt heard(Map.Entry<String, JsonNode> let, List<Told> events) {
    String what = let.getValue().stringValue();
    String model = what.substring(0, what.indexOf('.'));
    String field = what.substring(what.indexOf('.') + 1);
    Told told = events.stream().filter(e -> e.model.name().equals(model)).toList().getLast();
    int key = told.model.keys().indexOf(field);
    return key >= 0 ? told.keys.get(key) : told.values.get(told.model.field(field));
  }

  private ContractCall call(JsonNode step, @Nullable JsonNode otherGame)
      throws InterruptedException {
    String[] named = step.get("call").stringValue().split("\\.", 2);
    List<Felt> calldata = new ArrayList<>();
    boolean ofGame = !named[0].equals("vrf_provider") && !named[0].equals("world");
    if (ofGame && !named[1].equals("once")) {
      calldata.add(Felt.of(otherGame == null ? game : otherGame.longValue()));
    }
    calldata.addAll(words.all(step.path("args")));
    return new ContractCall(chain.contract(named[0]), named[1], calldata);
  }

  /// Both kinds have the model's selector behind their own, and keys and values as spans.
  private List<Told> told(List<ChainEvent> events, Felt kind) {
    List<Told> told = new ArrayList<>();
    for (ChainEvent event : events) {
      if (event.from().equals(chain.contract("world")) && event.keys().getFirst().equals(kind)) {
        int keys = (int) event.data().getFirst().toLong();
        told.add(
            new Told(
                models.model(models.named(event.keys().get(1))),
                event.data().subList(1, 1 + keys),
                event.data().subList(2 + keys, event.data().size())));
      }
    }
    return told;
  }

  /// Each is a model's name, or one with fields.
  private void assertEvents(JsonNode expected, List<Told> told) throws InterruptedException {
    assertThat(told.stream().map(event -> event.model.name()).toList())
        .isEqualTo(list(expected).stream().map(RowPlayer::eventName).toList());
    for (int i = 0; i < told.size(); i++) {
      JsonNode one = expected.get(i);
      if (!one.isString()) {
        assertFields(told.get(i).model, told.get(i).values, one.get(1));
      }
    }
  }

  private static String eventName(JsonNode expected) {
    return expected.isString() ? expected.stringValue() : expected.get(0).stringValue();
  }

  private void assertRecords(JsonNode row) throws InterruptedException {
    for (JsonNode expected : row.path("records")) {
      RowModels.Model model = models.model(expected.get(0).stringValue());
      List<Felt> values = record(model, expected.get(1));
      assertThat(values).as("%s is there", expected).isNotEmpty();
      assertFields(model, values, expected.get(2));
    }
    for (JsonNode absent : row.path("absent")) {
      RowModels.Model model = models.model(absent.get(0).stringValue());
      assertThat(record(model, absent.get(1))).as("%s is gone", absent).isEmpty();
    }
  }

  private List<Felt> record(RowModels.Model model, JsonNode keys) throws InterruptedException {
    List<Felt> all = new ArrayList<>(List.of(Felt.of(game)));
    all.addAll(words.all(keys));
    assertThat(all).as("keys of %s", model.name()).hasSameSizeAs(model.keys());
    List<Felt> calldata = new ArrayList<>(List.of(model.selector(), Felt.of(all.size())));
    calldata.addAll(all);
    List<Felt> answer = chain.read(new ContractCall(chain.contract("world"), "get", calldata));
    return answer.subList(1, answer.size());
  }

  /// A field is one word, or a range `{"min", "max"}`, or, as a list, all words from there on.
  private void assertFields(RowModels.Model model, List<Felt> values, JsonNode fields)
      throws InterruptedException {
    for (Map.Entry<String, JsonNode> one : fields.properties()) {
      String what = model.name() + "." + one.getKey();
      int place = model.field(one.getKey());
      Felt value = values.get(place);
      JsonNode expected = one.getValue();
      if (expected.isObject()) {
        assertThat(value.value())
            .as(what)
            .isBetween(
                words.one(expected.get("min")).value(), words.one(expected.get("max")).value());
      } else if (expected.isArray()) {
        var list = dev.playloop.schemas.json.Json.NODES.arrayNode().add(expected);
        assertThat(values.subList(place, values.size())).as(what).isEqualTo(words.all(list));
      } else {
        assertThat(value).as(what).isEqualTo(words.one(expected));
      }
    }
  }

  private static List<JsonNode> list(@Nullable JsonNode list) {
    List<JsonNode> items = new ArrayList<>();
    if (list != null) {
      list.forEach(items::add);
    }
    return items;
  }

  private static String text(@Nullable JsonNode text) {
    return text == null ? "alice" : text.stringValue();
  }
}
