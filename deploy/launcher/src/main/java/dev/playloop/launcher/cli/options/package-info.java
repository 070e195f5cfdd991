/// What many commands share: which cluster, which journal, and how values come to standard output.
@NullMarked
package dev.playloop.launcher.cli.options;

import org.jspecify.annotations.NullMarked;
