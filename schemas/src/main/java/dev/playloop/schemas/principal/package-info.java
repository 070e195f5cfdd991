/// Who may do what.
@NullMarked
package dev.playloop.schemas.principal;

import org.jspecify.annotations.NullMarked;
