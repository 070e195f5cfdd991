package dev.playloop.schemas.topic;

import dev.playloop.schemas.approval.ApprovalInbox;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.schemas.event.SourceState;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.id.SourceId;
import dev.playloop.schemas.journal.Checkpoint;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.journal.SubjectKey;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.view.ActorScene;
import dev.playloop.schemas.view.Progress;
import dev.playloop.schemas.view.ViewNeed;
import dev.playloop.schemas.world.WorldRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/// The topic catalogue. `prefix` also covers application ids, group ids, transactional ids and
/// internal topics, so that several systems can share a cluster. `partitions` is 4 on one machine
/// and 12 on clusters.
public record Topics(String prefix, int partitions) {
  public static final String DEFAULT_PREFIX = "playloop.";

  private static final int KIB = 1024;
  private static final Serde<AgentId> AGENT = new IdSerde<>(AgentId::new);
  private static final Serde<SceneId> SCENE = new IdSerde<>(SceneId::new);
  private static final Serde<SourceId> SOURCE = new IdSerde<>(SourceId::new);
  private static final Duration WEEK = Duration.ofDays(7);

  public Topic<AgentId, AgentConfig> agents() {
    return json("agents", AGENT, AgentConfig.class)
        .cleanup(Cleanup.COMPACT)
        .maxRecordBytes(64 * KIB);
  }

  public Topic<AgentId, Trigger> triggers() {
    return outside("triggers", AGENT, Trigger.class).maxRecordBytes(64 * KIB);
  }

  public Topic<AgentId, Control> controls() {
    return json("controls", AGENT, Control.class).retention(WEEK).maxRecordBytes(320 * KIB);
  }

  /// What waits for people's words, by agent; the loop takes it away again.
  public Topic<AgentId, ApprovalInbox> approvals() {
    return json("approvals", AGENT, ApprovalInbox.class)
        .cleanup(Cleanup.COMPACT)
        .maxRecordBytes(96 * KIB);
  }

  /// Who may do what, by key id. One that is revoked stays, for what it signed before.
  public Topic<String, Principal> principals() {
    return json("principals", new IdSerde<>(Function.identity()), Principal.class)
        .cleanup(Cleanup.COMPACT)
        .maxRecordBytes(8 * KIB);
  }

  /// A halt stays until its tombstone.
  public Topic<HaltScope, Halt> halts() {
    return json("halts", new IdSerde<>(HaltScope::new), Halt.class)
        .cleanup(Cleanup.COMPACT)
        .maxRecordBytes(4 * KIB);
  }

  /// Worlds that are data. Nothing is ever deleted from it but by hand.
  public Topic<String, WorldRecord> worlds() {
    return json("worlds", new IdSerde<>(Function.identity()), WorldRecord.class)
        .cleanup(Cleanup.COMPACT)
        .maxRecordBytes(256 * KIB);
  }

  public Topic<SceneId, WorldEvent> worldEvents() {
    return outside("world-events", SCENE, WorldEvent.class);
  }

  public Topic<AgentId, View> views() {
    return json("views", AGENT, View.class).cleanup(Cleanup.COMPACT).maxRecordBytes(32 * KIB);
  }

  /// Whose views are needed, from the loop to the world projection of another process; one process
  /// that does both writes none. What is older than a few seconds interests nobody.
  public Topic<AgentId, ViewNeed> viewNeeds() {
    return json("view-needs", AGENT, ViewNeed.class)
        .retention(Duration.ofHours(1))
        .maxRecordBytes(KIB);
  }

  /// Where actors are that have left their home scenes, keyed by world and actor.
  public Topic<String, ActorScene> actorScenes() {
    return json("actor-scenes", new IdSerde<>(Function.identity()), ActorScene.class)
        .cleanup(Cleanup.COMPACT)
        .maxRecordBytes(4 * KIB);
  }

  /// The whole prompts; short-lived, and compressed by zstd.
  public Topic<AgentId, Turn> turns() {
    return Topic.of(prefix + "turns", AGENT, new JsonSerde<>(Turn.class))
        .partitions(partitions)
        .cleanup(Cleanup.COMPACT_AND_DELETE)
        .retention(Duration.ofDays(1))
        .maxRecordBytes(4 * KIB * KIB)
        .compression("zstd");
  }

  public Topic<AgentId, Decision> decisions() {
    return json("decisions", AGENT, Decision.class).retention(WEEK).maxRecordBytes(256 * KIB);
  }

  public Topic<Lane, Action> actions(String world) {
    return json("actions." + world, new IdSerde<>(Lane::new), Action.class)
        .retention(WEEK)
        .maxRecordBytes(256 * KIB);
  }

  public Topic<AgentId, ActionResult> results() {
    return json("results", AGENT, ActionResult.class).retention(WEEK).maxRecordBytes(64 * KIB);
  }

  /// The same topic, which also takes what happens on the way to a result.
  public Topic<AgentId, Progress> progress() {
    return json("results", AGENT, Progress.class).retention(WEEK).maxRecordBytes(64 * KIB);
  }

  /// Entries lie in the partition of their action, not of their key.
  public Topic<ActionId, LedgerEntry> ledger(String world) {
    return json("ledger." + world, new IdSerde<>(ActionId::new), LedgerEntry.class)
        .cleanup(Cleanup.COMPACT_AND_DELETE)
        .retention(Duration.ofDays(14))
        .maxRecordBytes(160 * KIB); // a result, and all that was prepared of its write
  }

  /// What is hashed and chained lies in headers, see [JournalHeaders].
  public Topic<AgentId, JournalEntry.Body> journal() {
    return json("journal", AGENT, JournalEntry.Body.class).maxRecordBytes(1024 * KIB);
  }

  /// One chain, so one key and one partition.
  public Topic<SourceId, Checkpoint> checkpoints() {
    return json("checkpoints", SOURCE, Checkpoint.class).maxRecordBytes(256 * KIB);
  }

  /// Keyed by the key's id. A dropped key must not stay readable for long.
  public Topic<String, SubjectKey> subjectKeys() {
    return json("subject-keys", new IdSerde<>(Function.identity()), SubjectKey.class)
        .cleanup(Cleanup.COMPACT)
        .maxRecordBytes(4 * KIB);
  }

  /// Its partitions are what ingest processes own; nothing is written to it.
  public Topic<SourceId, SourceState> sources() {
    return json("sources", SOURCE, SourceState.class).cleanup(Cleanup.COMPACT);
  }

  public Topic<SourceId, SourceState> sourceCursors() {
    return json("source-cursors", SOURCE, SourceState.class).cleanup(Cleanup.COMPACT);
  }

  /// Original key and value bytes; the cause is in headers.
  public Topic<byte[], byte[]> deadLetters() {
    return Topic.of(prefix + "dead-letters", Serdes.ByteArray(), Serdes.ByteArray())
        .partitions(partitions)
        .retention(Duration.ofDays(30))
        .maxRecordBytes(4 * KIB * KIB);
  }

  /// Every topic of a system with these worlds, or
  /// [dev.playloop.schemas.world.WorldDeclaration#SHARED] and names of groups among them.
  public List<Topic<?, ?>> all(Collection<String> worlds) {
    List<Topic<?, ?>> all =
        new ArrayList<>(
            List.of(
                agents(),
                triggers(),
                controls(),
                approvals(),
                principals(),
                halts(),
                worlds(),
                worldEvents(),
                views(),
                viewNeeds(),
                actorScenes(),
                turns(),
                decisions(),
                results(),
                journal(),
                checkpoints(),
                subjectKeys(),
                sources(),
                sourceCursors(),
                deadLetters()));
    worlds.forEach(world -> all.addAll(ofGroup(world)));
    return List.copyOf(all);
  }

  /// Those of a world, or of a group of declared ones.
  public List<Topic<?, ?>> ofGroup(String name) {
    return List.of(actions(name), ledger(name));
  }

  /// What others may write too: kept uncompressed, so that its largest batch is bounded by what it
  /// holds, not by what it was squeezed into.
  private <K, V> Topic<K, V> outside(String name, Serde<K> key, Class<V> type) {
    return json(name, key, type).retention(WEEK).compression("uncompressed");
  }

  private <K, V> Topic<K, V> json(String name, Serde<K> key, Class<V> type) {
    return Topic.of(prefix + name, key, new JsonSerde<>(type)).partitions(partitions);
  }
}
