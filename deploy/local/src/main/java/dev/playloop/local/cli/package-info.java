/// The `playloop` command: one small class for each subcommand.
@NullMarked
package dev.playloop.local.cli;

import org.jspecify.annotations.NullMarked;
