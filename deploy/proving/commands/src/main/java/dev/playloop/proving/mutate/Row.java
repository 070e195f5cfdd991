package dev.playloop.proving.mutate;

import java.nio.file.Path;

/// One way to break the product, and the test that must notice.
///
/// @param name unique over all files; begins with the finding or the guarantee
/// @param file from the tree's root
/// @param from the file that the row stands in, for messages
record Row(String name, Path file, Edit edit, TestName test, String from) {

  /// @param find stands in the file exactly once
  /// @param with what replaces it; what comes of it must still compile
  record Edit(String find, String with) {}

  /// How often [Edit#find] stands in `text`; only once is an anchor.
  int places(String text) {
    String find = edit.find();
    int places = 0;
    for (int at = text.indexOf(find); at >= 0; at = text.indexOf(find, at + 1)) {
      places++;
    }
    return places;
  }

  /// `text` broken. Only for a text with one place.
  String apply(String text) {
    int at = text.indexOf(edit.find());
    return text.substring(0, at) + edit.with() + text.substring(at + edit.find().length());
  }
}
