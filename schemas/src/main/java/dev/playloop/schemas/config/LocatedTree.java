package dev.playloop.schemas.config;

import dev.playloop.schemas.Text;
import dev.playloop.schemas.config.InvalidFileException.Problem;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.json.JsonFailure;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

/// A YAML or JSON document as a tree that knows the line of each field. Refuses what would be read
/// otherwise than it looks: duplicate fields, aliases, a second document. Used by one thread.
final class LocatedTree {
  private static final YAMLFactory YAML = YAMLFactory.builder().build();

  private static final int MAX_NUMBER_CHARACTERS = 100;
  private static final int MAX_EXPONENT = 308;
  private static final String BELOW = "a number below 1e308";

  private final String file;
  private final int firstLine;
  private final Map<List<Object>, Integer> lines = new HashMap<>();
  private final JsonNode root;

  private LocatedTree(String file, String text, TokenStreamFactory factory, int firstLine) {
    this.file = file;
    this.firstLine = firstLine;
    try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), text)) {
      if (parser.nextToken() == null) {
        throw refused(firstLine, "file", "some content", "nothing");
      }
      root = node(parser, List.of());
      if (parser.nextToken() != null) {
        throw refused(line(parser), "file", "one document", "more after its end");
      }
    } catch (JacksonException e) {
      throw malformed(e);
    } catch (ArithmeticException | IllegalArgumentException e) {
      // The parsers' own net has holes.
      throw refused(firstLine, "file", "well-formed text", e.toString());
    }
  }

  static LocatedTree yaml(String file, String text) {
    return new LocatedTree(file, text, YAML, 1);
  }

  /// One line of a file of JSON lines.
  static LocatedTree jsonLine(String file, String text, int line) {
    return new LocatedTree(file, text, Json.CONFIG.tokenStreamFactory(), line);
  }

  JsonNode root() {
    return root;
  }

  /// The line of the field, or of the nearest one around it.
  int line(List<Object> path) {
    for (int length = path.size(); length > 0; length--) {
      Integer line = lines.get(path.subList(0, length));
      if (line != null) {
        return line;
      }
    }
    return lines.getOrDefault(List.of(), firstLine);
  }

  Problem problem(List<Object> at, String expected, String got) {
    return new Problem(line(at), new JsonFailure(at, expected, got).field(), expected, got);
  }

  /// Reads the part of the tree at `at` strictly; null with a problem noted where it doesn't fit.
  <T> @Nullable T read(JsonNode part, List<Object> at, Class<T> type, List<Problem> problems) {
    if (part.isNull()) {
      problems.add(problem(at, "an object", "nothing"));
      return null;
    }
    try {
      return Json.CONFIG.treeToValue(part, type);
    } catch (JacksonException e) {
      JsonFailure failure = JsonFailure.of(e, part, true);
      List<Object> path = new ArrayList<>(at);
      path.addAll(failure.path());
      problems.add(problem(path, failure.expected(), failure.got()));
      return null;
    } catch (ArithmeticException | IllegalArgumentException e) {
      problems.add(problem(at, "a value that can be read", e.toString()));
      return null;
    }
  }

  private JsonNode node(JsonParser parser, List<Object> path) {
    lines.putIfAbsent(path, line(parser));
    JsonToken token = parser.currentToken();
    if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
      throw refused(
          line(parser), field(path), "the value itself", "the alias *" + parser.getString());
    }
    return switch (token) {
      case START_OBJECT -> object(parser, path);
      case START_ARRAY -> array(parser, path);
      case VALUE_NUMBER_INT -> {
        bounded(parser, path);
        yield Json.NODES.numberNode(parser.getBigIntegerValue());
      }
      case VALUE_NUMBER_FLOAT -> number(parser, path);
      case VALUE_TRUE -> Json.NODES.booleanNode(true);
      case VALUE_FALSE -> Json.NODES.booleanNode(false);
      case VALUE_NULL -> Json.NODES.nullNode();
      default -> Json.NODES.stringNode(text(parser, path));
    };
  }

  /// Half a surrogate pair becomes U+FFFD; NUL is refused.
  private String text(JsonParser parser, List<Object> path) {
    String text = Text.wellFormed(parser.getString());
    if (text.indexOf('\0') >= 0) {
      throw refused(line(parser), field(path), "text without NUL", "the character \\u0000");
    }
    return text;
  }

  private void bounded(JsonParser parser, List<Object> path) {
    String number = parser.getString();
    if (number.length() > MAX_NUMBER_CHARACTERS) {
      throw refused(
          line(parser),
          field(path),
          "a number of at most " + MAX_NUMBER_CHARACTERS + " characters",
          number.length() + " characters");
    }
  }

  /// YAML knows `.inf` and `.nan`; JSON, and so the topics, don't.
  private JsonNode number(JsonParser parser, List<Object> path) {
    if (parser.isNaN()) {
      throw refused(line(parser), field(path), "a finite number", parser.getString());
    }
    bounded(parser, path);
    BigDecimal number;
    try {
      number = parser.getDecimalValue();
    } catch (NumberFormatException | JacksonException e) {
      throw refused(line(parser), field(path), BELOW, parser.getString());
    }
    if (Math.abs((long) number.precision() - number.scale()) > MAX_EXPONENT) {
      throw refused(line(parser), field(path), BELOW, parser.getString());
    }
    return Json.NODES.numberNode(number);
  }

  private ObjectNode object(JsonParser parser, List<Object> path) {
    ObjectNode object = Json.NODES.objectNode();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = text(parser, path);
      List<Object> inner = append(path, name);
      if (object.has(name)) {
        throw refused(line(parser), field(inner), "each field once", "it twice");
      }
      lines.put(inner, line(parser));
      parser.nextToken();
      object.set(name, node(parser, inner));
    }
    return object;
  }

  private ArrayNode array(JsonParser parser, List<Object> path) {
    ArrayNode array = Json.NODES.arrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(node(parser, append(path, array.size())));
    }
    return array;
  }

  private int line(JsonParser parser) {
    return firstLine + parser.currentTokenLocation().getLineNr() - 1;
  }

  private InvalidFileException refused(int line, String field, String expected, String got) {
    return new InvalidFileException(file, List.of(new Problem(line, field, expected, got)));
  }

  /// Jackson's place is where the last token began; YAML's own mark is where it broke.
  private InvalidFileException malformed(JacksonException e) {
    int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
    String message = String.valueOf(e.getOriginalMessage());
    if (e.getCause() instanceof MarkedYamlEngineException yaml
        && yaml.getProblemMark().isPresent()) {
      Mark mark = yaml.getProblemMark().get();
      line = mark.getLine() + 1;
      message = yaml.getProblem() + ", in column " + (mark.getColumn() + 1) + begun(yaml, line);
    }
    return refused(
        firstLine + line - 1, "file", "well-formed text", message.replaceAll("\\s+", " ").strip());
  }

  /// What was being read, where that began in another line.
  private static String begun(MarkedYamlEngineException yaml, int line) {
    Optional<Mark> begin = yaml.getContextMark();
    return yaml.getContext() == null || begin.isEmpty() || begin.get().getLine() + 1 == line
        ? ""
        : ", " + yaml.getContext() + " that begins in line " + (begin.get().getLine() + 1);
  }

  private static String field(List<Object> path) {
    return new JsonFailure(path, "", "").field();
  }

  private static List<Object> append(List<Object> path, Object segment) {
    List<Object> longer = new ArrayList<>(path);
    longer.add(segment);
    return List.copyOf(longer);
  }
}
