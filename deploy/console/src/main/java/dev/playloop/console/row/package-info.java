/// The rows of a page's lists, and whose of them somebody sees.
@NullMarked
package dev.playloop.console.row;

import org.jspecify.annotations.NullMarked;
