package dev.playloop.worlds.chain.declare;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.crypto.Blake2s;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// The hash of a class as the chain runs it (`*.casm.json`), which a declaration signs along.
/// Source: Starknet's documentation, "Class hash", with the hash function of SNIP-34. Pure
/// functions.
public final class CompiledClassHash {
  private static final Felt VERSION = Felt.shortString("COMPILED_CLASS_V1");

  private CompiledClassHash() {}

  private record Entry(Felt selector, int offset, List<Felt> builtins) {}

  /// Throws [InvalidValueException] that names the field.
  public static Felt of(byte[] casm) {
    JsonNode file = ClassFile.read("casm", casm);
    JsonNode kinds = file.path("entry_points_by_type");
    EntryPoints<Entry> entryPoints =
        EntryPoints.of(kind -> ClassFile.list(kinds, kind, CompiledClassHash::entry));
    List<Felt> bytecode =
        ClassFile.list(file, "bytecode", word -> ClassFile.felt("bytecode", word));
    List<Felt> words = new ArrayList<>();
    words.add(VERSION);
    words.addAll(entryPoints.hashes(CompiledClassHash::hash));
    words.add(hash(bytecode, file.path("bytecode_segment_lengths")));
    return Blake2s.hash(words);
  }

  private static Entry entry(JsonNode entry) {
    return new Entry(
        ClassFile.felt("selector", entry.path("selector")),
        ClassFile.index("offset", entry.path("offset")),
        ClassFile.list(entry, "builtins", CompiledClassHash::builtin));
  }

  private static Felt builtin(JsonNode name) {
    try {
      return Felt.shortString(name.asString());
    } catch (IllegalArgumentException e) {
      throw ClassFile.wrong("builtins", "the name of a builtin", name);
    }
  }

  private static Felt hash(List<Entry> entries) {
    return Blake2s.hash(
        entries.stream()
            .flatMap(entry ->
                Stream.of(
                    entry.selector(), Felt.of(entry.offset()), Blake2s.hash(entry.builtins())))
            .toList());
  }

  /// One segment, or a tree of segments whose leaves are the numbers of their words.
  private static Felt hash(List<Felt> bytecode, JsonNode segments) {
    if (segments.isMissingNode() || segments.isNull() || segments.isNumber()) {
      return Blake2s.hash(bytecode);
    }
    int at = 0;
    List<Felt> words = new ArrayList<>();
    for (JsonNode segment : segments) {
      int end = at + length(segment);
      if (end > bytecode.size() || end < at) {
        throw uneven(bytecode);
      }
      words.add(Felt.of(end - at));
      words.add(hash(bytecode.subList(at, end), segment));
      at = end;
    }
    if (at != bytecode.size()) {
      throw uneven(bytecode);
    }
    return Felt.mod(Blake2s.hash(words).value().add(BigInteger.ONE));
  }

  private static int length(JsonNode segment) {
    if (!segment.isArray()) {
      return ClassFile.index("bytecode_segment_lengths", segment);
    }
    int length = 0;
    for (JsonNode part : segment) {
      length = Math.addExact(length, length(part));
    }
    return length;
  }

  private static InvalidValueException uneven(List<Felt> bytecode) {
    return new InvalidValueException(
        "bytecode_segment_lengths", bytecode.size() + " words in all", "another number");
  }
}
