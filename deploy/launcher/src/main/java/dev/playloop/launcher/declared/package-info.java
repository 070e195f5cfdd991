/// Worlds that are data, as a running system knows them: read from their topic, and opened by
/// whoever acts in them.
@NullMarked
package dev.playloop.launcher.declared;

import org.jspecify.annotations.NullMarked;
