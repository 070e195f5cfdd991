package dev.playloop.console.api;

/// A pattern as file names have it: `*` stands for any text, `?` for one character, anything else
/// for itself. Takes no longer than pattern times text.
record Glob(String pattern) {
  boolean matches(String text) {
    int star = -1;
    int again = 0;
    int p = 0;
    int t = 0;
    while (t < text.length()) {
      if (p < pattern.length()
          && (pattern.charAt(p) == '?' || pattern.charAt(p) == text.charAt(t))
          && pattern.charAt(p) != '*') {
        p++;
        t++;
      } else if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        again = t;
      } else if (star >= 0) {
        p = star + 1;
        t = ++again;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }
}
