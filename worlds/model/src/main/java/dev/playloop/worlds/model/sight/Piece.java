package dev.playloop.worlds.model.sight;

import dev.playloop.schemas.event.Section;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A part of a view that is in it or left out: a row of a section, or a field of a row, which is
/// nothing without it.
///
/// @param rank the lower, the more important
/// @param row counted from 0, the most important one first
/// @param field null for the row itself
public record Piece(int rank, String section, int row, @Nullable String field, JsonNode value) {
  /// The same view has the same order.
  static final Comparator<Piece> BY_IMPORTANCE =
      Comparator.comparingInt(Piece::rank)
          .thenComparing(Piece::section)
          .thenComparingInt(Piece::row)
          .thenComparing(piece -> piece.field == null ? "" : piece.field);

  /// What is left out together: where one does not fit, the less important ones don't come before
  /// it.
  public String kind() {
    return field == null ? section : section + "." + field;
  }

  /// What it takes in a prompt, in bytes, with what stands around it.
  public int bytes() {
    return size(value) + (field == null ? 2 : field.length() + 4);
  }

  /// As JSON in a prompt, in bytes.
  public static int size(Object value) {
    return Section.json(value).getBytes(StandardCharsets.UTF_8).length;
  }
}
