package dev.playloop.worlds.postgres;

import dev.playloop.schemas.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.result.ResultIterator;
import org.jdbi.v3.core.statement.Query;

/// How much is read of a table to which others write too. A relay that takes more than its heap
/// holds would die of the same rows after each start.
public final class Rows {
  /// More than a record that is made of a row may have.
  public static final int MAX_BYTES = 128 * 1024;

  /// JSON that takes more as it is stored, compressed, is too large in any case: the server would
  /// spend seconds on writing it out, and its limits for a statement end those.
  public static final int MAX_STORED = 8 * MAX_BYTES;

  /// What is read at once; as trees it is fifty times as much at worst.
  private static final int BATCH_BYTES = 1024 * 1024;

  private static final int FETCHED = BATCH_BYTES / MAX_BYTES;

  private Rows() {}

  /// The first rows of a query, as many as a batch takes and at least one. `bytes` says how large a
  /// row is where it lies; one above [#MAX_BYTES] must have been left there by the query. Called in
  /// a transaction, else the driver reads all at once.
  public static <T> List<T> batch(Query query, RowMapper<T> mapper, ToIntFunction<T> bytes) {
    List<T> batch = new ArrayList<>();
    int left = BATCH_BYTES;
    try (ResultIterator<T> rows = query.setFetchSize(FETCHED).map(mapper).iterator()) {
      while (left > 0 && rows.hasNext()) {
        T row = rows.next();
        batch.add(row);
        left -= Math.min(bytes.applyAsInt(row), MAX_BYTES);
      }
    }
    return batch;
  }

  /// Refuses a row that was left where it lies.
  public static void requireRead(int bytes) {
    if (bytes > MAX_BYTES) {
      throw new InvalidValueException(
          "row", "at most " + MAX_BYTES + " bytes", bytes + " bytes, which were not read");
    }
  }
}
