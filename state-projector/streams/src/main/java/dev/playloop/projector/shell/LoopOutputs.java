package dev.playloop.projector.shell;

import dev.playloop.journal.Desk;
import dev.playloop.journal.JournalWriter;
import dev.playloop.journal.Outgoing;
import dev.playloop.journal.PoisonNet;
import dev.playloop.projector.edge.OnePartition;
import dev.playloop.projector.steady.Outlet;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.worlds.model.Worlds;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.jspecify.annotations.Nullable;

/// Where the loop's outputs go, and what may go there. Stateless.
final class LoopOutputs {
  private LoopOutputs() {}

  /// Of all groups that declarations name: which there are is not known when the topology is built.
  static final String OWN_GROUPS = "actions-of-groups-out";

  /// By which sink actions go.
  static Function<Outgoing.ToActions, String> actions(Worlds worlds) {
    return to -> {
      String group = worlds.group(to.world(), to.catalogue());
      return worlds.groups().contains(group) ? actions(group) : OWN_GROUPS;
    };
  }

  /// The sink of the actions of a group of worlds.
  static String actions(String group) {
    return "actions-" + group + "-out";
  }

  /// Where in its topic lies what goes out by this sink; null where its key says it. Only names
  /// that worlds share which are data can hold one whose game fetches.
  static @Nullable StreamPartitioner<byte[], byte[]> placement(LoopSetup setup, String sink) {
    if (sink.equals(OWN_GROUPS)) { // all topics of actions are placed alike
      return new OnePartition(setup.topics().actions(WorldDeclaration.SHARED), setup.worlds());
    }
    for (String group : setup.worlds().groups()) {
      if (sink.equals(actions(group)) && setup.worlds().current(group).world() == null) {
        return new OnePartition(setup.topics().actions(group), setup.worlds());
      }
    }
    return null;
  }

  /// All sinks, each with its topic; [#OWN_GROUPS] with one whose bounds those have, too, where its
  /// records go.
  static Map<String, Topic<?, ?>> sinks(LoopSetup setup) {
    Topics topics = setup.topics();
    Map<String, Topic<?, ?>> sinks = new LinkedHashMap<>();
    sinks.put(LoopTopology.TURNS, topics.turns());
    for (String group : setup.worlds().groups()) {
      sinks.put(actions(group), topics.actions(group));
    }
    if (setup.worlds().groups().contains(WorldDeclaration.SHARED)) { // it may follow declarations
      sinks.put(OWN_GROUPS, topics.actions(WorldDeclaration.SHARED));
    }
    sinks.put(LoopTopology.JOURNAL, topics.journal());
    sinks.put(LoopTopology.APPROVALS, topics.approvals());
    sinks.put(LoopTopology.SUBJECT_KEYS, topics.subjectKeys());
    sinks.put(LoopTopology.VIEW_NEEDS, topics.viewNeeds());
    sinks.put(LoopTopology.REPUBLISHED, topics.triggers());
    sinks.put(Outlet.DEAD_LETTERS, topics.deadLetters());
    return sinks;
  }

  /// How a task takes its steps, and where they go.
  static AgentTask.Folding folding(LoopSetup setup, Desk desk) {
    return new AgentTask.Folding(
        desk.releases(), net(setup.topics(), desk), actions(setup.worlds()), setup.attention());
  }

  /// Nothing that it takes is larger than the topic where it goes.
  static PoisonNet net(Topics topics, Desk desk) {
    return new PoisonNet(
        desk,
        outgoing ->
            switch (outgoing) {
              case Outgoing.ToTurns _ -> topics.turns().maxRecordBytes();
              case Outgoing.ToActions to -> topics.actions(to.world()).maxRecordBytes();
            });
  }

  /// One writer a task; the salts come from the system's random source.
  static JournalWriter journal(Topics topics) {
    SecureRandom random = new SecureRandom();
    return new JournalWriter(
        topics.journal().maxRecordBytes(),
        () -> {
          byte[] salt = new byte[JournalEntry.SALT_BYTES];
          random.nextBytes(salt);
          return salt;
        });
  }
}
