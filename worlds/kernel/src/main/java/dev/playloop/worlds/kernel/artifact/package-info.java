/// Artifacts as they are stored, found, searched and guarded by their contracts.
@NullMarked
package dev.playloop.worlds.kernel.artifact;

import org.jspecify.annotations.NullMarked;
