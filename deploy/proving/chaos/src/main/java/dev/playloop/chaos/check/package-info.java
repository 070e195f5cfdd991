/// What must hold whatever was broken, checked over facts that were written down outside the
/// system.
@NullMarked
package dev.playloop.chaos.check;

import org.jspecify.annotations.NullMarked;
