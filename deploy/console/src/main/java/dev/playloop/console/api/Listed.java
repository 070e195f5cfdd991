package dev.playloop.console.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One page of a list.
///
/// @param next what asks for the next page; null where there is none
/// @param total of all pages; null where nobody counted
record Listed<T>(List<T> rows, @Nullable String next, @Nullable Long total) {
  Listed {
    rows = List.copyOf(rows);
  }
}
