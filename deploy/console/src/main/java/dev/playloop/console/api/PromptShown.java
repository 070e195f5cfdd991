package dev.playloop.console.api;

import dev.playloop.operator.RunPrompts.Rebuilt;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Part;
import dev.playloop.schemas.event.Section;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolDeclaration;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A prompt, with the sizes of its parts and what is other than in the turn before. Immutable.
///
/// @param matches whether the journal holds the same hash
/// @param bytes of the whole body, as it was sent
/// @param before null where there is no turn before, or it can't be rebuilt
@RecordBuilder
record PromptShown(
    String run,
    int turn,
    long seq,
    String hash,
    @Nullable String journaled,
    boolean matches,
    long bytes,
    List<Piece> parts,
    List<Message> messages,
    List<ToolDeclaration> tools,
    @Nullable Before before) {
  private static final String HISTORY = "history";
  private static final String TEXT = "text";

  /// What each section is called; in the order in which parts are listed.
  private static final Map<String, String> NAMES = names();

  private static Map<String, String> names() {
    Map<String, String> names = new LinkedHashMap<>();
    names.put("", "instructions");
    names.put(Section.BOUNDARIES, "boundaries");
    names.put(Section.ACTOR, "actor");
    names.put(Section.MEMORY, "facts");
    names.put(Section.TRIGGER, "trigger");
    names.put(Section.JOINED, "joined");
    names.put(HISTORY, HISTORY);
    names.put(Section.NOTICE, "notice");
    names.put(Section.VIEW, "view");
    names.put(TEXT, TEXT);
    return names;
  }

  /// @param share of the whole, 0 to 1
  record Piece(String name, long bytes, double share) {}

  /// @param same how many messages are the same, from the first on
  /// @param added the others, by their places in this one
  /// @param removed how many of the other turn's stand in this one no more
  record Before(int turn, int same, List<Integer> added, int removed) {}

  static PromptShown of(Rebuilt rebuilt, @Nullable Rebuilt last) {
    Turn turn = rebuilt.turn();
    long bytes = Json.bytes(turn.body()).length;
    return PromptShownBuilder.builder()
        .run(turn.turn().run().value())
        .turn(turn.turn().number())
        .seq(rebuilt.seq())
        .hash(turn.hash())
        .journaled(rebuilt.journaled())
        .matches(rebuilt.matches())
        .bytes(bytes)
        .parts(pieces(turn.body(), bytes))
        .messages(turn.body().messages())
        .tools(turn.body().tools())
        .before(last == null ? null : before(turn, last.turn()))
        .build();
  }

  private static Before before(Turn turn, Turn last) {
    List<Message> now = turn.body().messages();
    List<Message> then = last.body().messages();
    int same = 0;
    while (same < now.size() && same < then.size() && now.get(same).equals(then.get(same))) {
      same++;
    }
    List<Integer> added = new ArrayList<>();
    for (int i = same; i < now.size(); i++) {
      added.add(i);
    }
    return new Before(last.turn().number(), same, added, then.size() - same);
  }

  private static List<Piece> pieces(Turn.Body body, long all) {
    Map<String, Long> sizes = new LinkedHashMap<>();
    NAMES.values().forEach(name -> sizes.put(name, 0L));
    for (Message message : body.messages()) {
      switch (message) {
        case Message.SystemText system -> add(sizes, "", Json.bytes(system).length);
        case Message.Assistant said -> add(sizes, HISTORY, Json.bytes(said).length);
        case Message.ToolOutput output -> add(sizes, HISTORY, Json.bytes(output).length);
        case Message.User user -> user.parts().forEach(part -> sections(part, sizes));
      }
    }
    List<Piece> pieces = new ArrayList<>();
    pieces.add(piece("tools", Json.bytes(body.tools()).length, all));
    sizes.forEach((name, bytes) -> {
      if (bytes > 0) {
        pieces.add(piece(name, bytes, all));
      }
    });
    return pieces;
  }

  private static Piece piece(String name, long bytes, long all) {
    return new Piece(name, bytes, Math.round(1_000.0 * bytes / Math.max(1, all)) / 1_000.0);
  }

  private static void add(Map<String, Long> sizes, String section, long bytes) {
    sizes.merge(NAMES.getOrDefault(section, TEXT), bytes, Long::sum);
  }

  private static void sections(Part part, Map<String, Long> sizes) {
    if (!(part instanceof Part.Text(String text))) {
      add(sizes, TEXT, Json.bytes(part).length);
      return;
    }
    long rest = utf8(text);
    for (String tag : NAMES.keySet()) {
      int from = tag.isEmpty() ? -1 : text.indexOf("<" + tag + ">");
      int to = from < 0 ? -1 : text.indexOf("</" + tag + ">", from);
      if (to >= 0) {
        long bytes = utf8(text.substring(from, to + tag.length() + 3));
        add(sizes, tag, bytes);
        rest -= bytes;
      }
    }
    add(sizes, TEXT, Math.max(0, rest));
  }

  private static long utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
