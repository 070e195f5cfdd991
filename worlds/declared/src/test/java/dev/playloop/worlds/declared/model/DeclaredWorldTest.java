package dev.playloop.worlds.declared.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.config.InvalidFileException;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.space.Tiles;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.worlds.model.Catalogue;
import dev.playloop.worlds.model.Perspective.Sight;
import dev.playloop.worlds.model.Scene;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeclaredWorldTest {
  static final String TAVERN =
      """
      world: tavern
      tools:
        - name: look_around
          description: Look who is there.
          effect: read
        - name: pour
          description: Pour a drink for a guest.
          effect: write
          arguments:
            type: object
            additionalProperties: false
            required: [guest, drink]
            properties:
              guest: {type: string, description: the guest's id, minLength: 1, maxLength: 40}
              drink: {enum: [ale, wine, water]}
          lane: {by: argument, name: guest}
          says: guest
          limit: PT10S
      perspective: {see: entities, tokens: 200, order: [guest, table], scene: taproom}
      viewWait: PT2S
      group: heavy
      actions: {url: 'http://localhost:8099/playloop'}
      triggers: {guest.says: conversation, guest.waves: idle}
      guard: {url: 'https://guard.example', limit: PT0.5S, onFailure: allow}
      owesReply: [guest.says]
      """;

  @Test
  void aFileBecomesAWorld() {
    DeclaredWorld world = DeclaredWorld.of(read(TAVERN));

    assertThat(world.name()).isEqualTo("tavern");
    assertThat(world.tools().specs())
        .extracting(ToolSpec::name)
        .containsExactly("look_around", "pour");
    ToolSpec<?> pour = Objects.requireNonNull(world.tools().find("pour"));
    assertThat(pour.effect()).isEqualTo(Effect.WRITE);
    assertThat(pour.timeLimit()).isEqualTo(Duration.ofSeconds(10));
    assertThat(world.viewWait()).isEqualTo(Duration.ofSeconds(2));
    assertThat(pour.check("{\"guest\":\"g1\",\"drink\":\"beer\"}"))
        .isInstanceOfSatisfying(
            ToolCall.Invalid.class, wrong -> assertThat(wrong.field()).isEqualTo("drink"));
    assertThat(pour.check("{\"guest\":\"g1\",\"drink\":\"ale\"}"))
        .isInstanceOf(ToolCall.Valid.class);
  }

  @Test
  void whatIsReadOnceIsReadAgainFromATopic() {
    WorldDeclaration declared = read(TAVERN);
    assertThat(Json.read(Json.bytes(declared), WorldDeclaration.class)).isEqualTo(declared);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Pour a drink                     | Serve a drink        | true
          minLength: 1                     | minLength: 2         | true
          PT10S                            | PT11S                | true
          tokens: 200                      | tokens: 300          | true
          scene: taproom                   | scene: cellar        | true
          viewWait: PT2S                   | viewWait: PT3S       | true
          effect: read                     | effect: write        | true
          waves: idle                      | waves: event         | true
          [guest.says]                     | [guest.*]            | true
          http://localhost:8099/playloop   | http://localhost:1/p | false
          group: heavy                     | group: light         | true
          group: heavy                     | group: tavern        | true
          """)
  void theHashChangesWithWhatMattersToAgents(String from, String to, boolean changes) {
    Catalogue before = Catalogue.of(DeclaredWorld.of(read(TAVERN)));
    Catalogue after = Catalogue.of(DeclaredWorld.of(read(TAVERN.replace(from, to))));
    assertThat(Objects.equals(before.hash(), after.hash())).isEqualTo(!changes);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          world: tavern       | world: Tavern      | 1  | world    | 1 to 40 lower-case letters
          effect: read        | effect: looks      | 5  | effect   | one of read, write
          effect: read        | efect: read        | 5  | efect    | effect
          name: look_around   | name: pour         | 2  | tools    | each name once
          name: look_around   | name: finish       | 3  | name     | none of the loop's own tools
          name: look_around   | name: Look Around  | 3  | name     | lower-case letters
          name: guest}        | name: drinks}      | 16 | lane     | a required text
          [guest.says]        | [guest says]       | 25 | owesReply | a kind such as
          says: guest         | says: drink        | 17 | says     | a parameter of type string
          says: guest         | replyTo: guest     | 24 | guard    | a tool with 'says'
          PT0.5S              | PT9S               | 24 | limit    | from PT0.05S to PT5S
          onFailure: allow    | onFailure: perhaps | 24 | onFailure | one of deny, allow
          https://guard       | http://guard       | 24 | url      | https, or http on this
          limit: PT10S        | limit: PT2H        | 18 | limit    | from 1 to 3600
          group: heavy        | group: declared    | 21 | group    | a name of its own; leave it out
          group: heavy        | group: Heavy duty  | 21 | group    | 1 to 40 lower-case letters
          limit: PT10S        | limit: soon        | 18 | limit    | a duration
          see: entities       | see: spatial       | 19 | order    | of what is near the nearest comes first
          order: [guest, table] | space: {y: up}    | 19 | space    | see: spatial beside it
          see: entities       | see: everything    | 19 | see      | one of entities, none, spatial
          says: conversation  | says: talk         | 23 | guest.says | one of conversation, event
          says: conversation  | SAYS: event        | 23 | triggers | a kind such as
          tokens: 200         | tokens: 9          | 19 | tokens   | 100 to 5000
          viewWait: PT2S      | viewWait: PT1M     | 20 | viewWait | at most PT15S
          http://localhost    | http://example.com | 22 | url      | https, or http on this
          http://localhost    | ftp://localhost    | 22 | url      | http
          http://localhost    | http://a:b@localhost | 22 | url    | without user
          url: 'http://localhost:8099/playloop' | "pull: false"      | 22 | pull     | true; leave it out
          url: 'http://localhost:8099/playloop' | ""                 | 22 | url      | either url, where they are posted to, or pull
          url: 'http://localhost:8099/playloop' | "pull: true, url: 'http://localhost:8099/playloop'" | 22 | pull  | either url
          url: 'http://localhost:8099/playloop' | "poll: true"       | 22 | poll     | pull
          """)
  void aSlipIsToldWithLineAndField(
      String from, String to, int line, String field, String expected) {
    assertThatThrownBy(() -> read(TAVERN.replace(from, to)))
        .isInstanceOfSatisfying(
            InvalidFileException.class,
            e ->
                assertThat(e.problems())
                    .anySatisfy(problem -> {
                      assertThat(problem.toString()).contains(field);
                      assertThat(problem.toString()).contains(expected);
                      assertThat(problem.line()).isEqualTo(line);
                    }));
  }

  @Test
  void entitiesAreSeenByKindAndTheNewestFirst() {
    Sight sight = see(2);
    assertThat(sight.state().toString())
        .isEqualTo(
            "{\"entities\":{\"guest\":[{\"id\":\"guest1\",\"x\":1,\"y\":2,\"thirsty\":true},"
                + "{\"id\":\"guest0\",\"x\":0,\"y\":2,\"thirsty\":true}],"
                + "\"table\":[{\"id\":\"table1\",\"state\":\"free\"},"
                + "{\"id\":\"table0\",\"state\":\"free\"}]},"
                + "\"recent\":[{\"kind\":\"song\",\"text\":\"somebody sings\"}]}");
    assertThat(sight.summary()).isEqualTo("4 entities are told of, of 2 kinds.");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5, 20, 200, 900})
  void whatDoesNotFitIsCutFromTheLeastImportantAndCounted(int each) {
    Sight sight = see(each);
    assertThat(sight.tokens()).isLessThanOrEqualTo(200);
    int guests = sight.state().path("entities").path("guest").size();
    int tables = sight.state().path("entities").path("table").size();
    int left = sight.state().path("leftOut").path("entities").asInt(0);
    assertThat(guests + tables + left).isEqualTo(2 * each);
    if (tables > 0) {
      assertThat(guests).isEqualTo(each);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          tokens: 301              | tokens    | from 100 to 300
          space: {tileWidth: 0}    | tileWidth | from 1 to 10000
          space: {tileHeight: 1.5} | tileHeight | a whole number
          space: {y: left}         | y         | one of down, up
          space: {map: ""}         | map       | 1 to 40
          """)
  void whatIsNearIsDeclaredRightly(String slip, String field, String expected) {
    assertThatThrownBy(() -> read(spatial("see: spatial, " + slip)))
        .isInstanceOfSatisfying(
            InvalidFileException.class,
            e -> assertThat(e.getMessage()).contains(field).contains(expected));
  }

  @Test
  void whatIsNearIsSeenFromWhereTheActorsEntityStands() {
    Map<String, Scene.Entity> entities =
        Map.of(
            "barkeep",
            new Scene.Entity("npc", 1, Json.tree("{}"), Tiles.of(64), Tiles.of(64)),
            "g1",
            new Scene.Entity(
                "guest", 1, Json.tree("{\"name\":\"Ann\"}"), Tiles.of(64), Tiles.of(32)));
    Scene scene = new Scene(new SceneId("taproom"), 1, entities, Map.of(), List.of());

    assertThat(see(scene, "see: spatial, space: {tileWidth: 32, tileHeight: 32}"))
        .isEqualTo("You are in \"taproom\". Near you: the guest \"Ann\", 1.0 tiles to the north.");
    assertThat(see(scene, "see: spatial, space: {tileHeight: 16, y: up}"))
        .isEqualTo("You are in \"taproom\". Near you: the guest \"Ann\", 2.0 tiles to the south.");
  }

  private static String see(Scene scene, String outlook) {
    return DeclaredWorld.of(read(spatial(outlook))).perspective().see(scene, "barkeep").summary();
  }

  private static String spatial(String outlook) {
    String entities = "see: entities, tokens: 200, order: [guest, table]";
    assertThat(TAVERN).contains(entities);
    return TAVERN.replace(entities, outlook);
  }

  /// Names and numbers of kinds are the game's.
  @ParameterizedTest
  @ValueSource(strings = {"recent", "/", "<view>", "leftOut", "\u00e9\ud83d\ude00"})
  void twoThousandKindsFitToo(String name) {
    Map<String, Scene.Entity> entities = new TreeMap<>();
    for (int i = 0; i < Scene.MAX_ENTITIES; i++) {
      String kind = i == 0 ? name : (name + i).repeat(1 + i % 30);
      entities.put("e" + i, new Scene.Entity(kind, i, Json.tree("{\"a\":1}"), null, null));
    }
    List<Scene.Happened> happened = new ArrayList<>();
    for (int i = 0; i < Scene.MAX_HAPPENINGS; i++) {
      happened.add(new Scene.Happened(name, name.repeat(300), Instant.EPOCH, null));
    }
    Scene scene = new Scene(new SceneId("taproom"), 1, entities, Map.of("gone", 9L), happened);
    Sight sight = DeclaredWorld.of(read(TAVERN)).perspective().see(scene, "barkeep");
    assertThat(sight.tokens()).isLessThanOrEqualTo(200);
    assertThat(sight.state().path("leftOut").path("entities").asInt()).isPositive();
  }

  private static Sight see(int each) {
    Map<String, Scene.Entity> entities = new TreeMap<>();
    for (int i = 0; i < each; i++) {
      entities.put(
          "guest" + i,
          new Scene.Entity("guest", i, Json.tree("{\"thirsty\":true}"), Tiles.of(i), Tiles.of(2)));
      entities.put("table" + i, new Scene.Entity("table", i, Json.tree("\"free\""), null, null));
    }
    List<Scene.Happened> happened = new ArrayList<>();
    happened.add(new Scene.Happened("song", "somebody sings", Instant.EPOCH, null));
    Scene scene = new Scene(new SceneId("taproom"), 1, entities, Map.of("gone", 9L), happened);
    return DeclaredWorld.of(read(TAVERN)).perspective().see(scene, "barkeep");
  }

  private static WorldDeclaration read(String text) {
    return new ConfigFile("world.yaml", text).as(WorldDeclaration.class, DeclaredWorld::misfits);
  }
}
