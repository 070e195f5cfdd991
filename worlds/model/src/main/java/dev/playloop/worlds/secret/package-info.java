/// Secrets that a world's owner keeps in files.
@NullMarked
package dev.playloop.worlds.secret;

import org.jspecify.annotations.NullMarked;
