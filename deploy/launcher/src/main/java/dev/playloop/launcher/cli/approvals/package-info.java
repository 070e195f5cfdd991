/// The commands by which people answer, and by which they come to be known.
@NullMarked
package dev.playloop.launcher.cli.approvals;

import org.jspecify.annotations.NullMarked;
