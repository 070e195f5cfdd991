package dev.playloop.worlds.declared.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.schemas.world.WorldRecord;
import dev.playloop.worlds.model.Catalogue;
import dev.playloop.worlds.model.Worlds;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class DeclaredWorldsTest {
  private static final Instant AT = Instant.parse("2026-11-25T12:00:00Z");
  private static final WorldDeclaration FIRST = declared("tavern", "ring");
  private static final WorldDeclaration SECOND = declared("tavern", "pour");
  private static final Worlds BUILD = Worlds.of(DeclaredWorld.of(declared("society", "work")));

  @Test
  void olderDeclarationsAreHeldBehindTheOneInForce() {
    Map<String, WorldRecord> records = records(FIRST);
    records.putAll(records(SECOND));
    DeclaredWorlds worlds = DeclaredWorlds.of(BUILD, records);

    assertThat(worlds.names()).containsExactly("society", "tavern");
    assertThat(worlds.current("tavern").find("pour")).isNotNull();
    Catalogue older = worlds.find("tavern", hash(FIRST));
    assertThat(Objects.requireNonNull(older).find("ring")).isNotNull();
    assertThat(worlds.group("tavern")).isEqualTo(WorldDeclaration.SHARED);
    assertThat(worlds.group("society")).isEqualTo("society");
    assertThat(worlds.with(records(FIRST)).current("tavern").find("ring")).isNotNull();
  }

  /// Whose agents' views are drawn as it was last.
  @Test
  void ofARetiredWorldTheLastDeclarationIsHeldFirst() {
    for (WorldDeclaration last : List.of(FIRST, SECOND)) {
      Map<String, WorldRecord> records = records(FIRST);
      records.putAll(records(SECOND));
      WorldRecord.Pointer pointer = WorldRecord.Pointer.to(hash(last), AT, "x");
      records.put("tavern", WorldRecord.of(pointer.retiredBy("x", AT)));

      assertThat(DeclaredWorlds.of(BUILD, records).all())
          .filteredOn(each -> each.name().equals("tavern"))
          .hasSize(2)
          .first()
          .isEqualTo(Catalogue.of(DeclaredWorld.of(last)));
    }
  }

  /// As where the record that names it is gone, or of a later release.
  @Test
  void aDeclarationThatIsNotInForceIsHeldForThoseWhoNameIt() {
    Map<String, WorldRecord> records = records(FIRST);
    records.remove("tavern");
    DeclaredWorlds worlds = DeclaredWorlds.of(BUILD, records);
    assertThat(worlds.names()).containsExactly("society");
    assertThat(worlds.knows("tavern")).isFalse();
    assertThat(worlds.current("tavern")).isEqualTo(Catalogue.NONE);
    assertThat(worlds.held().current("tavern")).isEqualTo(Catalogue.NONE);
    assertThat(worlds.find("tavern", hash(FIRST))).isNotNull();
  }

  @Test
  void aDeclarationUnderAnothersKeyIsLeftOut() {
    Map<String, WorldRecord> records = records(FIRST);
    records.put(WorldRecord.key("tavern", hash(FIRST)), WorldRecord.of(SECOND));
    assertThat(DeclaredWorlds.of(BUILD, records).names()).containsExactly("society");
  }

  @Test
  void whatWasReadStaysWhoeverTakesItsRecordAwayOrPutsAnotherThere() {
    Map<String, WorldRecord> records = records(FIRST);
    String key = WorldRecord.key("tavern", hash(FIRST));
    DeclaredWorlds read = DeclaredWorlds.of(BUILD, Map.copyOf(records));

    records.put(key, WorldRecord.of(SECOND));
    DeclaredWorlds other = read.with(Map.copyOf(records));
    assertThat(other.current("tavern").find("ring")).isNotNull();
    records.remove(key);
    DeclaredWorlds gone = other.with(Map.copyOf(records));
    assertThat(gone.current("tavern").find("ring")).isNotNull();
    assertThat(gone.find("tavern", hash(FIRST))).isNotNull();
  }

  @Test
  void aWorldOfTheBuildStaysWhatItIs() {
    DeclaredWorlds worlds = DeclaredWorlds.of(BUILD, records(declared("society", "steal")));
    assertThat(worlds.current("society").find("work")).isNotNull();
    assertThat(worlds.all()).hasSize(1);
  }

  @Test
  void whatCanNotBeReadHidesNothingElse() {
    Map<String, WorldRecord> records = records(FIRST);
    records.put("cellar", WorldRecord.of(WorldRecord.Pointer.to("0".repeat(64), AT, "x")));
    assertThat(DeclaredWorlds.of(BUILD, records).names()).containsExactly("society", "tavern");
  }

  @Test
  void theGroupIsThatOfTheDeclarationThatIsNamed() {
    WorldDeclaration heavy = FIRST.withGroup("heavy");
    Map<String, WorldRecord> records = records(FIRST);
    records.putAll(records(heavy));
    DeclaredWorlds worlds = DeclaredWorlds.of(BUILD, records);
    assertThat(worlds.group("tavern")).isEqualTo("heavy");
    assertThat(worlds.group("tavern", hash(heavy))).isEqualTo("heavy");
    assertThat(worlds.group("tavern", hash(FIRST))).isEqualTo(WorldDeclaration.SHARED);
    assertThat(worlds.group("tavern", "0".repeat(64))).as("not held").isEqualTo("heavy");
    assertThat(worlds.groups()).doesNotContain("heavy");
    assertThat(worlds.ownGroups()).containsExactly("heavy");

    records.putAll(records(FIRST));
    DeclaredWorlds back = worlds.with(records);
    assertThat(back.group("tavern")).isEqualTo(WorldDeclaration.SHARED);
    assertThat(back.ownGroups()).as("runs may be open there").containsExactly("heavy");
  }

  /// As where a later release brings a world of that name.
  @Test
  void aGroupThatIsAWorldOfTheBuildIsLeftOut() {
    Map<String, WorldRecord> records = records(FIRST.withGroup("society"));
    DeclaredWorlds worlds = DeclaredWorlds.of(BUILD, records);
    assertThat(worlds.names()).containsExactly("society");
    assertThat(worlds.ownGroups()).isEmpty();
  }

  @Test
  void aGroupIsAmongTheDifferences() {
    assertThat(Differences.between(FIRST, FIRST.withGroup("heavy")))
        .containsExactly("~ group: none -> \"heavy\"");
  }

  private static String hash(WorldDeclaration declaration) {
    return String.valueOf(Catalogue.of(DeclaredWorld.of(declaration)).hash());
  }

  private static Map<String, WorldRecord> records(WorldDeclaration declaration) {
    return new HashMap<>(DeclaredWorlds.records(declaration, AT, "test"));
  }

  static WorldDeclaration declared(String world, String tool) {
    return new ConfigFile(
            "world.yaml",
            """
            world: %s
            tools: [{name: %s, description: Do it., effect: write}]
            actions: {url: 'http://127.0.0.1:7777'}
            """
                .formatted(world, tool))
        .as(WorldDeclaration.class, DeclaredWorld::misfits);
  }
}
