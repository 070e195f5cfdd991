package dev.playloop.worlds.model.sight;

import dev.playloop.schemas.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/// Takes pieces by their importance as long as there is room. Where a piece finds none, the rest of
/// its kind is left out too, so that what is seen of a kind is what matters most of it.
public final class Packing {
  private final List<Piece> taken = new ArrayList<>();
  private final Map<String, Integer> leftOut;

  private Packing(Map<String, Integer> beyond) {
    this.leftOut = new TreeMap<>(beyond);
    this.leftOut.values().removeIf(count -> count <= 0);
  }

  /// @param bytes the room there is
  /// @param beyond how many of a kind there are besides, which find none
  public static Packing of(List<Piece> pieces, int bytes, Map<String, Integer> beyond) {
    Packing packing = new Packing(beyond);
    Set<String> closed = new HashSet<>();
    Set<String> rows = new HashSet<>();
    int room = bytes;
    for (Piece piece : pieces.stream().sorted(Piece.BY_IMPORTANCE).toList()) {
      String row = piece.section() + " " + piece.row();
      boolean orphan = piece.field() != null && !rows.contains(row);
      if (orphan) {
        continue; // its row is counted
      }
      if (closed.contains(piece.kind()) || piece.bytes() > room) {
        closed.add(piece.kind());
        packing.leftOut.merge(piece.kind(), 1, Integer::sum);
        continue;
      }
      room -= piece.bytes();
      packing.taken.add(piece);
      if (piece.field() == null) {
        rows.add(row);
      }
    }
    return packing;
  }

  /// By kind how many; `structures`, or `structures.balances` for rows that lack them.
  public Map<String, Integer> leftOut() {
    return Map.copyOf(leftOut);
  }

  /// Gives the least important piece up; false where there is none.
  public boolean shrink() {
    if (taken.isEmpty()) {
      return false;
    }
    leftOut.merge(taken.removeLast().kind(), 1, Integer::sum);
    return true;
  }

  /// What was taken, by section, each in the order of its rows.
  public Map<String, List<ObjectNode>> sections() {
    Map<String, TreeMap<Integer, ObjectNode>> sections = new TreeMap<>();
    for (Piece piece : taken) { // a row comes before its fields
      TreeMap<Integer, ObjectNode> rows =
          sections.computeIfAbsent(piece.section(), _ -> new TreeMap<>());
      if (piece.field() == null) {
        rows.put(piece.row(), ((ObjectNode) piece.value()).deepCopy());
      } else {
        rows.computeIfAbsent(piece.row(), _ -> Json.NODES.objectNode())
            .set(piece.field(), piece.value());
      }
    }
    Map<String, List<ObjectNode>> lists = new TreeMap<>();
    sections.forEach((section, rows) -> lists.put(section, List.copyOf(rows.values())));
    return lists;
  }
}
