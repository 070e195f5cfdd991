package dev.playloop.schemas.world;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.event.TriggerClass;
import dev.playloop.schemas.json.Default;
import dev.playloop.schemas.json.ExactlyOne;
import dev.playloop.schemas.json.Matches;
import dev.playloop.schemas.json.Versioned;
import dev.playloop.schemas.tool.Describe;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A world as its `world.yaml` declares it: what agents can do in it, what they see of it, and
/// where their actions go. Whether its tools' schemas can be checked is said by who makes tools of
/// them.
@RecordBuilder
public record WorldDeclaration(
    @Default("1") int v,
    @Describe("its name, the first part of its agents' ids") @Matches(WorldDeclaration.NAME_REGEX)
        String world,
    @Describe("what agents can do in it, 1 to 100") List<DeclaredTool> tools,
    @Describe("what a kind of trigger is to them, by exact kinds, prefixes (player.*) or *")
        @Default("{}")
        Map<String, TriggerClass> triggers,
    @Describe("kinds of trigger whose subject is owed a reply, written as the kinds above")
        @Default("[]")
        List<String> owesReply,
    @Describe("what they see of it") @Default("{\"see\":\"entities\"}") Outlook perspective,
    @Describe("how long a turn waits for the view that shows its last write, at most PT15S")
        @Nullable Duration viewWait,
    @Describe(
            "whose executors do what its agents do: a name of its own, or one that it shares;"
                + " without it those that all declared worlds share")
        @Matches(WorldDeclaration.NAME_REGEX)
        @Nullable String group,
    @Describe("where its actions go") Reach actions,
    @Describe("who is asked before players read what agents say; nobody where left out")
        @Nullable Guard guard)
    implements WorldDeclarationBuilder.With, Versioned {
  public static final int VERSION = 1;

  /// What all declared worlds share in place of a name of their own: topics of actions and of the
  /// ledger, and a group of executors. No world is named so.
  public static final String SHARED = "declared";

  /// What topics, groups and folders are named by.
  static final String NAME_REGEX = "[a-z][a-z0-9-]{0,39}";

  private static final Pattern NAME = Pattern.compile(NAME_REGEX);
  private static final String NAME_WORDS = "1 to 40 lower-case letters, digits and '-'";
  private static final Pattern KIND =
      Pattern.compile("\\*|(?=.{1,80}$)[a-z][a-z0-9_-]*(\\.[a-z0-9_-]+){0,4}(\\.\\*)?");
  private static final String KIND_WORDS = "a kind such as player.says, a prefix (player.*) or *";
  private static final int MAX_TOOLS = 100;
  private static final int MAX_KINDS = 100;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(15);

  public WorldDeclaration {
    v = v == 0 ? VERSION : v;
    world = name("world", world);
    tools = List.copyOf(Require.present("tools", tools, "a list of tools"));
    Require.range("tools, their number", tools.size(), 1, MAX_TOOLS);
    Set<String> names = new HashSet<>();
    for (DeclaredTool tool : tools) {
      if (!names.add(tool.name())) {
        throw new InvalidValueException("tools", "each name once", tool.name() + " twice");
      }
    }
    triggers = kinds(triggers);
    owesReply = owesReply == null ? List.of() : List.copyOf(owesReply);
    Require.range("owesReply, their number", owesReply.size(), 0, MAX_KINDS);
    owesReply.forEach(kind -> Require.match("owesReply", kind, KIND, KIND_WORDS));
    perspective = perspective == null ? Outlook.DEFAULT : perspective;
    if (viewWait != null) {
      Require.positive("viewWait", viewWait);
      if (viewWait.compareTo(LONGEST_WAIT) > 0) {
        throw new InvalidValueException("viewWait", "at most PT15S", viewWait.toString());
      }
    }
    if (group != null) {
      Require.match("group", group, NAME, NAME_WORDS);
      if (group.equals(SHARED)) {
        throw new InvalidValueException(
            "group", "a name of its own; leave it out for what all declared worlds share", group);
      }
    }
    Require.present(
        "actions", actions, "url, where they are posted to, or pull: true, where they are fetched");
  }

  private static Map<String, TriggerClass> kinds(@Nullable Map<String, TriggerClass> given) {
    Map<String, TriggerClass> kinds = new TreeMap<>(given == null ? Map.of() : given);
    Require.range("triggers, their number", kinds.size(), 0, MAX_KINDS);
    kinds.forEach((kind, is) -> {
      Require.match("triggers", kind, KIND, KIND_WORDS);
      Require.present("triggers." + kind, is, "conversation, event, schedule or idle");
    });
    return Collections.unmodifiableMap(kinds);
  }

  /// Where its actions go and who takes them there, in words.
  public String told() {
    return actions.told() + (group == null ? "" : ", by the executors of group " + group);
  }

  /// What a declared world may be named.
  public static String name(String field, String world) {
    Require.match(field, world, NAME, NAME_WORDS);
    if (world.equals(SHARED)) {
      throw new InvalidValueException(field, "another name: all declared worlds share it", world);
    }
    return world;
  }

  /// Where actions go: to an address of the game's, or to whoever of the game fetches them.
  @ExactlyOne({"url", "pull"})
  public record Reach(
      @Describe("base of the game's HTTP contract; https, or http on this machine")
          @Nullable String url,
      @Describe("true where the game fetches them instead: nothing is sent to it")
          @Nullable Boolean pull) {
    private static final String EITHER =
        "either url, where they are posted to, or pull: true, where the game fetches them";

    public Reach {
      if (Boolean.FALSE.equals(pull)) {
        throw new InvalidValueException("pull", "true; leave it out where there is a url", "false");
      }
      if (url == null && pull == null) {
        throw new InvalidValueException("url", EITHER, Require.NOTHING);
      }
      if (url != null && pull != null) {
        throw new InvalidValueException("pull", EITHER, "both");
      }
      if (url != null) {
        var _ = Require.serverBase("url", url);
      }
    }

    /// They are posted there.
    public static Reach posted(String url) {
      return new Reach(url, null);
    }

    /// The game fetches them.
    public static Reach fetched() {
      return new Reach(null, true);
    }

    /// Whether the game fetches them.
    @JsonIgnore
    public boolean isPulled() {
      return url == null;
    }

    /// In words: "go to <url>", or "are fetched by the game".
    public String told() {
      return url == null ? "are fetched by the game" : "go to " + url;
    }
  }

  /// Who looks at what agents say to players before it is said.
  public record Guard(
      @Describe("where a text is posted to; https, or http on this machine") String url,
      @Describe("how long that may take, PT0.05S to PT5S") @Default("\"PT0.3S\"") Duration limit,
      @Describe("what becomes of a text that could not be looked at") @Default("\"deny\"")
          Otherwise onFailure) {
    private static final Duration USUAL = Duration.ofMillis(300);
    private static final Duration SHORTEST = Duration.ofMillis(50);
    private static final Duration LONGEST = Duration.ofSeconds(5);

    public Guard {
      var _ = Require.serverBase("url", url);
      limit = limit == null ? USUAL : limit;
      if (limit.compareTo(SHORTEST) < 0 || limit.compareTo(LONGEST) > 0) {
        throw new InvalidValueException("limit", "from PT0.05S to PT5S", limit.toString());
      }
      onFailure = onFailure == null ? Otherwise.DENY : onFailure;
    }
  }

  /// What becomes of a text that nobody could look at.
  public enum Otherwise {
    /// It is not said, and the model is told so.
    @JsonProperty("deny")
    DENY,

    /// It is said, and its result says that nobody looked at it.
    @JsonProperty("allow")
    ALLOW
  }
}
