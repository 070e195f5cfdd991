package dev.playloop.fence;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The strongly connected components of a graph (Tarjan's walk): whoever reaches each other.
final class Rings {
  private final Map<String, Set<String>> graph;
  private final Map<String, Integer> index = new HashMap<>();
  private final Map<String, Integer> low = new HashMap<>();
  private final Deque<String> stack = new ArrayDeque<>();
  private final List<List<String>> found = new ArrayList<>();

  private Rings(Map<String, Set<String>> graph) {
    this.graph = graph;
  }

  /// Those with more than `size` members, the largest first; members in order of their names.
  static List<List<String>> largerThan(int size, Map<String, Set<String>> graph) {
    Rings rings = new Rings(graph);
    for (String node : graph.keySet()) {
      if (!rings.index.containsKey(node)) {
        rings.walk(node);
      }
    }
    return rings.found.stream()
        .filter(ring -> ring.size() > size)
        .sorted(
            Comparator.comparingInt((List<String> ring) -> -ring.size())
                .thenComparing(List::getFirst))
        .toList();
  }

  private void walk(String node) {
    index.put(node, index.size());
    low.put(node, index.get(node));
    stack.push(node);
    for (String next : graph.getOrDefault(node, Set.of())) {
      if (!index.containsKey(next)) {
        walk(next);
        low.merge(node, low.get(next), Math::min);
      } else if (stack.contains(next)) {
        low.merge(node, index.get(next), Math::min);
      }
    }
    if (low.get(node).equals(index.get(node))) {
      List<String> ring = new ArrayList<>();
      String member;
      do {
        member = stack.pop();
        ring.add(member);
      } while (!member.equals(node));
      ring.sort(null);
      found.add(List.copyOf(ring));
    }
  }
}
