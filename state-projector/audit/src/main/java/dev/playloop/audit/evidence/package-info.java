/// Journals that are looked at: where they come from, and what is verified, exported and told of
/// them.
@NullMarked
package dev.playloop.audit.evidence;

import org.jspecify.annotations.NullMarked;
