/// The commands that look at the journal as evidence.
@NullMarked
package dev.playloop.launcher.cli.audit;

import org.jspecify.annotations.NullMarked;
