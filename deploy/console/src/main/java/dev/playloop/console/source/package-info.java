/// Where a console's journal lies, how it is followed, and how single records of it are had again.
@NullMarked
package dev.playloop.console.source;

import org.jspecify.annotations.NullMarked;
