/// Who may do what, as an operator adds, rotates and revokes it.
@NullMarked
package dev.playloop.operator.principal;

import org.jspecify.annotations.NullMarked;
