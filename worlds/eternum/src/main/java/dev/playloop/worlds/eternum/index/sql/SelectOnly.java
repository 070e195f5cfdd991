package dev.playloop.worlds.eternum.index.sql;

import java.util.List;
import java.util.Set;

/// What may be asked: one SELECT, with or without WITH before it. It is the outer of two doors; the
/// inner one is the connection, which can't write whatever it is told.
final class SelectOnly {
  /// Characters of a statement.
  static final int MAX = 16_000;

  private static final Set<String> WRITING =
      Set.of(
          "insert",
          "update",
          "delete",
          "create",
          "drop",
          "alter",
          "attach",
          "detach",
          "pragma",
          "vacuum",
          "reindex",
          "analyze",
          "begin",
          "commit",
          "rollback",
          "savepoint",
          "release");

  /// Functions that load code, or make much of nothing.
  private static final Set<String> FORBIDDEN =
      Set.of("load_extension", "fts3_tokenizer", "randomblob", "zeroblob", "sqlite_dbpage");

  private static final String PRAGMA = "pragma_";

  private SelectOnly() {}

  /// Throws [RefusedQuery] where the statement is anything else.
  static void check(String sql) {
    if (sql.length() > MAX) {
      throw RefusedQuery.because("a query has at most " + MAX + " characters");
    }
    if (sql.indexOf('\0') >= 0) {
      throw RefusedQuery.because("a query has no NUL in it");
    }
    List<SqlWords.Word> words = SqlWords.of(sql);
    if (words.isEmpty() || words.getFirst().quoted() || !begins(words.getFirst().text())) {
      throw RefusedQuery.because("only a SELECT is answered here");
    }
    for (int i = 0; i < words.size(); i++) {
      SqlWords.Word word = words.get(i);
      if (word.text().equals(";") && !word.quoted() && i < words.size() - 1) {
        throw RefusedQuery.because("only one statement is answered at a time");
      }
      checkWord(word);
    }
  }

  private static boolean begins(String first) {
    return first.equals("select") || first.equals("with");
  }

  private static void checkWord(SqlWords.Word word) {
    boolean writes = !word.quoted() && WRITING.contains(word.text());
    boolean replaces = !word.quoted() && word.text().equals("replace") && word.before() != '(';
    if (writes || replaces || FORBIDDEN.contains(word.text()) || word.text().startsWith(PRAGMA)) {
      throw RefusedQuery.because("'" + word.text() + "' is not answered here; only reading is");
    }
  }
}
