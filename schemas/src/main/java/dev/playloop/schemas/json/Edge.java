package dev.playloop.schemas.json;

/// Where some JSON comes from, and so how it is read. From everywhere but our own past it is strict
/// UTF-8 with bounded nesting and numbers, and half surrogate pairs become U+FFFD.
///
/// Each edge allows less nesting than the one that holds what came through it: what was let in can
/// always be written and read again.
public enum Edge {
  /// Our own past: an agent's state, the journal's texts. Read as it was written, unchecked.
  KEPT(500, Integer.MAX_VALUE, Nul.KEPT, false),
  /// Topics that only our own processes write. NUL becomes U+FFFD.
  WORKER(250, Integer.MAX_VALUE, Nul.REPLACED, false),
  /// Topics that outsiders write, and what a model gives to its tools. NUL becomes U+FFFD, for what
  /// is on the log or paid for is not thrown away; a field twice is refused, for whoever checked
  /// the record may have seen the other one.
  TOPIC(100, Integer.MAX_VALUE, Nul.REPLACED, true),
  /// The reply of a model's provider. It is paid for: what is broken in it is replaced where that
  /// is possible, malformed UTF-8 by U+FFFD and a number out of bounds by `null`; what stands
  /// behind its end is left out.
  REPLY(100, Edge.MANY_VALUES, Nul.REPLACED, false),
  /// HTTP requests and files. NUL is refused, and so is a field twice.
  REQUEST(100, Edge.MANY_VALUES, Nul.REFUSED, true);

  /// What becomes of the escape of NUL, a character that few databases and no C program can hold.
  enum Nul {
    KEPT,
    REPLACED,
    REFUSED
  }

  /// In memory a value takes some 90 bytes, where its JSON takes two: a megabyte of empty objects
  /// would take 30, and a reply of eight megabytes half a gigabyte. The topics of outsiders are
  /// bounded by their records' bytes.
  private static final int MANY_VALUES = 65_536;

  final int maxDepth;
  final int maxValues;
  final Nul nul;
  final boolean eachFieldOnce;

  Edge(int maxDepth, int maxValues, Nul nul, boolean eachFieldOnce) {
    this.maxDepth = maxDepth;
    this.maxValues = maxValues;
    this.nul = nul;
    this.eachFieldOnce = eachFieldOnce;
  }
}
