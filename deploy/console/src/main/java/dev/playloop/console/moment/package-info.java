/// What agents were at any entry, and what was told and asked in a run, folded again from the part
/// of the journal that it takes.
@NullMarked
package dev.playloop.console.moment;

import org.jspecify.annotations.NullMarked;
