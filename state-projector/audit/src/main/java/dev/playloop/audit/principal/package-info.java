/// Whether the controls of a journal are theirs whom they name.
@NullMarked
package dev.playloop.audit.principal;

import org.jspecify.annotations.NullMarked;
