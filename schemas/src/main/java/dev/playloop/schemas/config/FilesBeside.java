package dev.playloop.schemas.config;

import org.jspecify.annotations.Nullable;

/// The files that lie in one folder with a file that a person wrote.
@FunctionalInterface
public interface FilesBeside {
  /// There are none.
  FilesBeside NONE = (name, most) -> null;

  /// The first `most` bytes of the file with that name, which may have folders in it but leads
  /// nowhere else; null where no file of the folder has it.
  byte @Nullable [] read(String name, int most);
}
