/// What browsers keep for a console, and cannot read or change.
@NullMarked
package dev.playloop.console.veil;

import org.jspecify.annotations.NullMarked;
