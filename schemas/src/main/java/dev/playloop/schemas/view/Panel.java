package dev.playloop.schemas.view;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.json.Versioned;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a page draws of one view. Made of the view alone, so that any moment of a journal can be
/// drawn. Its texts are a world's, and data; what is beyond [#MAX_DRAWINGS], [#MAX_PARTS] and
/// [#MAX_TEXT] characters is left out.
public record Panel(int v, String title, List<Drawing> drawings) implements Versioned {
  public static final int VERSION = 1;
  public static final int MAX_DRAWINGS = 8;
  public static final int MAX_PARTS = 500;
  public static final int MAX_TEXT = 200;

  public Panel {
    title = Text.cut(title, MAX_TEXT);
    drawings = List.copyOf(drawings.subList(0, Math.min(drawings.size(), MAX_DRAWINGS)));
  }

  public static Panel of(String title, List<Drawing> drawings) {
    return new Panel(VERSION, title, drawings);
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Grid.class, name = "grid"),
    @JsonSubTypes.Type(value = Hexes.class, name = "hexes"),
    @JsonSubTypes.Type(value = Graph.class, name = "graph"),
    @JsonSubTypes.Type(value = Table.class, name = "table"),
    @JsonSubTypes.Type(value = Picture.class, name = "picture")
  })
  public sealed interface Drawing {
    String title();
  }

  /// Things on square tiles; y grows downwards.
  public record Grid(String title, List<Mark> marks) implements Drawing {
    public Grid {
      title = Text.cut(title, MAX_TEXT);
      marks = bounded(marks);
    }
  }

  /// Things on hexes with pointed tops, in axial coordinates: x is the column, y the row.
  public record Hexes(String title, List<Mark> marks) implements Drawing {
    public Hexes {
      title = Text.cut(title, MAX_TEXT);
      marks = bounded(marks);
    }
  }

  /// A thing at a place; `kind` groups what is drawn alike, and [#SELF] is the agent that saw it.
  public record Mark(int x, int y, String kind, String label) {
    public static final String SELF = "self";

    public Mark {
      kind = Text.cut(kind, MAX_TEXT);
      label = Text.cut(label, MAX_TEXT);
    }
  }

  /// Who is joined with whom.
  public record Graph(String title, List<Node> nodes, List<Edge> edges) implements Drawing {
    public Graph {
      title = Text.cut(title, MAX_TEXT);
      nodes = bounded(nodes);
      edges = bounded(edges);
    }
  }

  public record Node(String id, String kind, String label) {
    public Node {
      id = Text.cut(id, MAX_TEXT);
      kind = Text.cut(kind, MAX_TEXT);
      label = Text.cut(label, MAX_TEXT);
    }
  }

  /// From one node to another, by their ids.
  public record Edge(String from, String to, String label) {
    public Edge {
      from = Text.cut(from, MAX_TEXT);
      to = Text.cut(to, MAX_TEXT);
      label = Text.cut(label, MAX_TEXT);
    }
  }

  /// Rows of as many cells as there are columns.
  public record Table(String title, List<String> columns, List<List<String>> rows)
      implements Drawing {
    public Table {
      title = Text.cut(title, MAX_TEXT);
      columns = texts(columns);
      rows = bounded(rows).stream().map(Panel::texts).toList();
    }
  }

  /// A picture that the world keeps under its hash.
  ///
  /// @param hash SHA-256, lower-case hex
  public record Picture(String title, String hash, @Nullable String mediaType) implements Drawing {
    public Picture {
      title = Text.cut(title, MAX_TEXT);
    }
  }

  private static <T> List<T> bounded(List<T> parts) {
    return List.copyOf(parts.subList(0, Math.min(parts.size(), MAX_PARTS)));
  }

  private static List<String> texts(List<String> texts) {
    return bounded(texts).stream().map(text -> Text.cut(text, MAX_TEXT)).toList();
  }
}
